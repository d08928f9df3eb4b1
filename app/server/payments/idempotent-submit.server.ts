import type { AppLoadContext, data } from '@remix-run/node'
import { redirectDocument } from '@remix-run/node'
import { problemCodes } from 'contract/problem'
import type { Failure } from '../../api-client/failure'
import type { FormReply } from '../../ui/post-form/form-reply'
import { mintKey, withKey } from '../forms/idempotency-key.server'
import { bankPage } from './bank-page.server'

/** A press of a form that begins a payment: however often it comes with one key, it is one payment. */
export interface KeyedPress {
  refuse(failure: Failure): ReturnType<typeof data<FormReply>>
  key: string
}

const NO_BANK_PAGE: Failure = {
  kind: 'unavailable',
  status: 502,
  reason: 'it names no confirmation page that may be gone to',
  retryAfter: null,
}

/** Leaves for the bank's page; back to the form, with what it is to say of the money, where none may be gone to. */
export const toBank = (
  confirmationUrl: string | null | undefined,
  { refuse, key }: KeyedPress,
  alsoSay: readonly string[],
  { config, log }: Pick<AppLoadContext, 'config' | 'log'>,
) => {
  const bank = bankPage(confirmationUrl, config)
  // A page of its own document: the bank's is none of this site's.
  if (bank) return redirectDocument(bank, 303)
  log.error({ reason: NO_BANK_PAGE.reason }, 'product API failed')
  return withKey(refuse(NO_BANK_PAGE), key, alsoSay)
}

/** Back to the form for a reason of the portal's own. */
export const refusedInWords = ({ refuse, key }: KeyedPress, words: string, alsoSay: readonly string[] = []) =>
  withKey(refuse({ kind: 'invalid', message: words, code: null, errors: {}, proof: null }), key, alsoSay)

/** Back to the form with a key of its own, where this one has begun something else; null for any other failure. */
export const refusedAsAnother = (failure: Failure, { refuse }: KeyedPress, words: string) =>
  failure.kind === 'invalid' && failure.code === problemCodes.idempotencyMismatch
    ? refusedInWords({ refuse, key: mintKey() }, words)
    : null
