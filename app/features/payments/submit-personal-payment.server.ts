import type { AppLoadContext } from '@remix-run/node'
import type { User } from 'contract/users'
import { paths } from '~/paths'
import { idempotencyKeyOf, withKey } from '~/server/forms/idempotency-key.server'
import { postedFields } from '~/server/forms/posted-fields.server'
import { readForm } from '~/server/forms/read-form.server'
import type { Api } from '~/server/pages/guards.server'
import { hasFeature, kindsToChoose } from '~/server/upstream/features.server'
import { askBeforePayment } from './ask-before-payment.server'
import { rejectUnknownKey, returnAddresses, submitWithConfirmation } from './begin-payment.server'
import { personalPaymentForm } from './personal-payment-form.server'

/** Reads the payment form, asks the customer when other payments are pending, and begins the payment. */
export const submitPersonalPayment = async (
  context: AppLoadContext,
  { api, user }: { api: Api; user: User | null },
) => {
  const fields = await postedFields(context)
  const key = idempotencyKeyOf(fields)
  const base = await context.baseData.current()
  const form = await readForm(context, personalPaymentForm(kindsToChoose(base), fields))
  if (!form.ok) return withKey(form.reply, key)
  const {
    account,
    amount,
    paymentMethod,
    saveMethod,
    kind,
    idempotencyKey,
    seenBalance: displayedBalance,
    confirmed,
  } = form.value
  const { reject } = form
  if (!idempotencyKey) return rejectUnknownKey(reject, key)
  return submitWithConfirmation(
    {
      reject,
      key,
      chargesAtOnce: Boolean(paymentMethod),
      resultPage: paths.personalPayResult,
      hasUser: user !== null,
      apiAsks: hasFeature(base, 'confirmation'),
      ask: () =>
        askBeforePayment(api, [{ account, amount, displayedBalance }], {
          confirmed,
          config: context.config,
        }),
      begin: () =>
        api.submit('personalPayment', {
          id: account,
          idempotencyKey: key,
          confirmed,
          displayedBalances: [displayedBalance],
          body: {
            amount,
            saveMethod: saveMethod && !paymentMethod,
            ...(paymentMethod && { paymentMethod }),
            ...(kind && { kind }),
            ...returnAddresses(context.config, 'personal'),
          },
        }),
    },
    context,
  )
}
