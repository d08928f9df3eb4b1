import type { AppLoadContext } from '@remix-run/node'
import { data } from '@remix-run/node'
import { problemCodes } from 'contract/problem'
import type { Meter } from 'contract/readings'
import { idempotencyKeyOf, keyAfter, withKey } from '~/server/forms/idempotency-key.server'
import { postedFields } from '~/server/forms/posted-fields.server'
import type { RejectedForm } from '~/server/forms/read-form.server'
import type { Api } from '~/server/pages/guards.server'
import type { CallResult, Failure } from '../../api-client/failure'
import { readReadings, tickedMeters } from './readings-form.server'
import { type ConfirmView, RECEIPT_TITLE, viewOfConfirm, viewOfReceipt } from './readings-view'

/** The time limit for loading the meters, so that the request has time left to send the readings. */
const METERS_MS = 3_000

const WITHOUT_QUESTION: Failure = {
  kind: 'unavailable',
  status: 502,
  reason: 'it asks to confirm nothing',
  retryAfter: null,
}

/** Sends the typed readings. The answer to a success is the receipt page: the same key gives the same receipt. */
export const submitReadings = async (request: Request, context: AppLoadContext, { api }: { api: Api }) => {
  const fields = await postedFields(context)
  const key = idempotencyKeyOf(fields)
  const account = await accountOf(request, api)
  if (!account.ok) {
    const form = readReadings(context, fields, null)
    return rejectedPage(
      withKey(form.ok ? form.reject(account.failure) : form.reply, key),
      tickedMeters(fields),
    )
  }
  const id = account.answer
  // Only for the number of digits and for words: without the meters the API alone checks the digits.
  const metersResult = await api.submit('meters', { id }, { withinMs: METERS_MS })
  const meters = metersResult.ok ? metersResult.answer.data.meters : []
  const form = readReadings(context, fields, metersResult.ok ? meters : null)
  const ticked = tickedMeters(fields)
  if (!form.ok) return rejectedPage(withKey(form.reply, key), ticked)
  const { readings, confirmed } = form
  const result = await api.submit('sendReadings', {
    id,
    idempotencyKey: key,
    body: { readings, ...(confirmed.length > 0 && { confirmed }) },
  })
  if (!result.ok) return replyToFailure(result.failure, { reject: form.reject, key, ticked, meters }, context)
  context.form = { state: 'accepted', title: RECEIPT_TITLE, isShownOnce: true }
  return data({
    view: 'receipt' as const,
    account: id,
    receipt: viewOfReceipt(result.answer.data, meters, context.config.timeZone),
  })
}

/** The account in the address, which the portal's own form always has; else the default one. Empty if there is none. */
const accountOf = async (request: Request, api: Api): Promise<CallResult<string>> => {
  const fromAddress = new URL(request.url).searchParams.get('account')
  if (fromAddress) return { ok: true, answer: fromAddress }
  const result = await api.submit('defaultAccount', {})
  return result.ok ? { ok: true, answer: result.answer?.account ?? '' } : result
}

interface Submission {
  reject(failure: Failure): RejectedForm
  key: string
  ticked: readonly string[]
  meters: readonly Meter[]
}

const replyToFailure = (
  failure: Failure,
  { reject, key, ticked, meters }: Submission,
  { log }: AppLoadContext,
) => {
  if (failure.kind !== 'invalid' || failure.code !== problemCodes.confirmRequired)
    return rejectedPage(withKey(reject(failure), keyAfter(failure, key)), ticked)
  if (!failure.confirm?.length) {
    log.error({ call: 'sendReadings', reason: WITHOUT_QUESTION.reason }, 'product API failed')
    return rejectedPage(withKey(reject(WITHOUT_QUESTION), key), ticked)
  }
  const message = failure.message || 'Проверьте показания и подтвердите, что они верные.'
  return rejectedPage(
    withKey(reject({ ...failure, message }), key),
    ticked,
    viewOfConfirm(failure.confirm, meters),
  )
}

const rejectedPage = (
  { data: reply, init }: RejectedForm,
  ticked: readonly string[],
  confirm: ConfirmView[] = [],
) => data({ view: 'form' as const, reply, ticked: [...ticked], confirm }, init ?? undefined)
