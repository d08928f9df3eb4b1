import type { AppLoadContext } from '@remix-run/node'
import { redirectDocument } from '@remix-run/node'
import type { Failure } from '../../api-client/failure'
import { withKey } from '../forms/idempotency-key.server'
import type { RejectedForm } from '../forms/read-form.server'
import { bankPage } from './bank-page.server'

/** The submit of a form that begins a payment: all submits with one key are one payment. */
export interface IdempotentSubmit {
  reject(failure: Failure): RejectedForm
  key: string
}

const NO_BANK_PAGE: Failure = {
  kind: 'unavailable',
  status: 502,
  reason: 'its confirmation URL is missing or not allowed',
  retryAfter: null,
}

/** Redirects to the bank's page; the form comes back, with `alsoSay` above it, when the URL is not allowed. */
export const redirectToBank = (
  confirmationUrl: string | null | undefined,
  { reject, key }: IdempotentSubmit,
  alsoSay: readonly string[],
  { config, log }: Pick<AppLoadContext, 'config' | 'log'>,
) => {
  const bank = bankPage(confirmationUrl, config)
  // As a document: a client-side navigation cannot leave the site.
  if (bank) return redirectDocument(bank, 303)
  log.error({ reason: NO_BANK_PAGE.reason }, 'product API failed')
  return withKey(reject(NO_BANK_PAGE), key, alsoSay)
}

/** The form comes back with a message of the portal's own. */
export const rejectWithMessage = (
  { reject, key }: IdempotentSubmit,
  words: string,
  alsoSay: readonly string[] = [],
) => withKey(reject({ kind: 'invalid', message: words, code: null, errors: {}, proof: null }), key, alsoSay)
