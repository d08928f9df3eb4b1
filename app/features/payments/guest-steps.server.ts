import type { AppLoadContext } from '@remix-run/node'
import { amountForInput } from 'format/money'
import { paths } from '~/paths'
import { idempotencyKeyOf, withKey } from '~/server/forms/idempotency-key.server'
import { postedFields } from '~/server/forms/posted-fields.server'
import { readForm } from '~/server/forms/read-form.server'
import { seeOther } from '~/server/http/redirects.server'
import type { Api } from '~/server/pages/guards.server'
import { kindsToChoose } from '~/server/upstream/features.server'
import { accountForm, qrForm } from './account-form.server'
import { rejectUnknownKey, respondToSubmit, returnAddresses } from './begin-payment.server'
import { guestPaymentForm } from './guest-payment-form.server'

/** The first step by number: leads to the second. */
export const chooseAccount = async (context: AppLoadContext) => {
  const form = await readForm(context, accountForm)
  if (!form.ok) return form.reply
  const { account, amount } = form.value
  return seeOther(paths.pay({ account, ...(amount && { amount }) }))
}

/** The first step by QR code: leads to the second. */
export const readQr = async (context: AppLoadContext) => {
  const form = await readForm(context, qrForm)
  if (!form.ok) return form.reply
  const { account, amount } = form.value.qr
  return seeOther(paths.pay({ account, ...(amount !== null && { amount: amountForInput(amount) }) }))
}

/** Whether a posted form is the second step's. */
export const isGuestPayment = (fields: URLSearchParams): boolean =>
  fields.get('intent') === 'pay' || fields.has('idempotencyKey') || fields.has('email')

/** The account of a rejected second step, whose address need not name it. */
export const rejectedAccount = async (context: AppLoadContext): Promise<string | null> => {
  if (context.form.state !== 'rejected') return null
  const fields = await postedFields(context)
  return isGuestPayment(fields) ? fields.get('account') : null
}

/** The second step: begins the payment. */
export const payAsGuest = async (context: AppLoadContext, api: Api) => {
  const key = idempotencyKeyOf(await postedFields(context))
  const kinds = kindsToChoose(await context.baseData.current())
  const form = await readForm(context, guestPaymentForm(kinds))
  if (!form.ok) return withKey(form.reply, key)
  const { account, amount, email, kind, idempotencyKey } = form.value
  if (!idempotencyKey) return rejectUnknownKey(form.reject, key)
  const result = await api.submit('guestPayment', {
    idempotencyKey: key,
    body: { account, amount, email, ...(kind && { kind }), ...returnAddresses(context.config, 'guest') },
  })
  const submit = { reject: form.reject, key, chargesAtOnce: false, resultPage: paths.payResult }
  return respondToSubmit(result, submit, context)
}
