import type { AppLoadContext } from '@remix-run/node'
import type { User } from 'contract/users'
import { paths } from '~/paths'
import { idempotencyKeyOf, withKey } from '~/server/forms/idempotency-key.server'
import { postedFields } from '~/server/forms/posted-fields.server'
import { readForm } from '~/server/forms/read-form.server'
import type { Api } from '~/server/pages/guards.server'
import { askBeforePayment } from './ask-before-payment.server'
import {
  rejectBeforePayment,
  rejectUnknownKey,
  rejectWithQuestion,
  respondToSubmit,
  wantsConfirmation,
} from './begin-payment.server'
import { personalPaymentForm } from './personal-payment-form.server'
import { returnAddresses } from './return-addresses.server'
import { sentKeys } from './sent-keys.server'

/** Reads the payment form, asks the customer when other payments are pending, and begins the payment. */
export const submitPersonalPayment = async (
  context: AppLoadContext,
  { api, user }: { api: Api; user: User | null },
) => {
  const key = idempotencyKeyOf(await postedFields(context))
  const form = await readForm(context, personalPaymentForm)
  if (!form.ok) return withKey(form.reply, key)
  const { account, amount, paymentMethod, saveMethod, idempotencyKey, seenBalance, confirmed } = form.value
  const { reject } = form
  if (!idempotencyKey) return rejectUnknownKey(reject, key)
  const { timeZone } = context.config
  const ask = () => askBeforePayment(api, { account, amount, seenBalance, payAnew: confirmed, timeZone })
  if (!sentKeys.has(key)) {
    const question = await ask()
    // The key was sent meanwhile by another press of the same form: that payment is the pending one.
    if (question.kind === 'question' && !sentKeys.has(key))
      return rejectWithQuestion({ reject, key }, question.words)
    if (question.kind === 'failed') return rejectBeforePayment({ reject, key }, question.failure)
  }
  const wasSent = sentKeys.has(key)
  if (user) sentKeys.add(key)
  const result = await api.submit('personalPayment', {
    id: account,
    idempotencyKey: key,
    payAnew: confirmed,
    seenBalance,
    body: {
      amount,
      saveMethod: saveMethod && !paymentMethod,
      ...(paymentMethod && { paymentMethod }),
      ...returnAddresses(context.config, 'personal'),
    },
  })
  // The current user could not be checked, so nothing was sent.
  if (!result.ok && !user && !wasSent) return rejectBeforePayment({ reject, key }, result.failure)
  if (!result.ok && result.failure.kind !== 'unavailable') sentKeys.delete(key)
  if (!result.ok && wantsConfirmation(result.failure)) {
    const question = await ask()
    const words = question.kind === 'question' ? question.words : [result.failure.message]
    return rejectWithQuestion({ reject, key }, words)
  }
  const chargesAtOnce = Boolean(paymentMethod)
  const submit = { reject, key, chargesAtOnce, resultPage: paths.personalPayResult }
  return respondToSubmit(result, submit, context)
}
