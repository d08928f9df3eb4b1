import type { AppLoadContext } from '@remix-run/node'
import type { User } from 'contract/users'
import { paths } from '~/paths'
import { idempotencyKeyOf, withKey } from '~/server/forms/idempotency-key.server'
import { postedFields } from '~/server/forms/posted-fields.server'
import { readForm } from '~/server/forms/read-form.server'
import type { Api } from '~/server/pages/guards.server'
import { hasFeature, kindsToChoose } from '~/server/upstream/features.server'
import { askBeforePayment } from './ask-before-payment.server'
import { rejectUnknownKey, returnAddresses, submitAsked } from './begin-payment.server'
import { personalPaymentForm } from './personal-payment-form.server'

/** Reads the payment form, asks the customer when other payments are pending, and begins the payment. */
export const submitPersonalPayment = async (
  context: AppLoadContext,
  { api, user }: { api: Api; user: User | null },
) => {
  const posted = await postedFields(context)
  const key = idempotencyKeyOf(posted)
  const base = await context.baseData.current()
  const form = await readForm(context, personalPaymentForm(kindsToChoose(base), posted))
  if (!form.ok) return withKey(form.reply, key)
  const { account, amount, paymentMethod, saveMethod, kind, idempotencyKey, seenBalance, confirmed } =
    form.value
  const { reject } = form
  if (!idempotencyKey) return rejectUnknownKey(reject, key)
  return submitAsked(
    {
      reject,
      key,
      chargesAtOnce: Boolean(paymentMethod),
      resultPage: paths.personalPayResult,
      hasUser: user !== null,
      apiAsks: hasFeature(base, 'confirmation'),
      ask: () =>
        askBeforePayment(api, [{ account, amount, seenBalance }], {
          payAnew: confirmed,
          config: context.config,
        }),
      begin: () =>
        api.submit('personalPayment', {
          id: account,
          idempotencyKey: key,
          payAnew: confirmed,
          seenBalances: [seenBalance],
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
