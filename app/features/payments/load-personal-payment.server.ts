import type { AppLoadContext } from '@remix-run/node'
import { viewOfKinds } from '~/layouts/kind-choice'
import { newIdempotencyKey } from '~/server/forms/idempotency-key.server'
import { postedFields } from '~/server/forms/posted-fields.server'
import { requireUser } from '~/server/pages/guards.server'
import { loadBesideForm } from '~/server/pages/load-beside-form.server'
import { forPageAccount } from '~/server/pages/page-account.server'
import { bankLink } from '~/server/payments/bank-page.server'
import { kindsToChoose } from '~/server/upstream/features.server'
import { payingWords } from './paying-words.server'
import { pendingOf, pendingQuery } from './pending-payments'
import {
  type PersonalPaymentView,
  viewOfPersonalPayment,
  viewOfRefusedPayment,
} from './personal-payment-view'
import { prefilledAmount } from './prefilled-amount'

/** The payment page of the account in the address; null for a customer without accounts. */
export const loadPersonalPayment = async (request: Request, context: AppLoadContext) => {
  const guarded = await requireUser(request, context)
  const { api } = guarded
  const [page, methods] = await Promise.all([
    loadBesideForm(context, loadAccount(request, guarded), 'keep form'),
    api.loadIfPossible('savedMethods', {}),
  ])
  const fields = await postedFields(context)
  const kinds = viewOfKinds(kindsToChoose(await context.baseData.current()))
  const rest = ({ methods: { length } }: PersonalPaymentView) => ({
    kinds,
    words: payingWords({ savedMethods: length > 0, sbp: kinds.length > 0 }),
    idempotencyKey: newIdempotencyKey(),
  })
  if (!page) {
    const view = viewOfRefusedPayment((name) => fields.get(name) ?? '')
    return { view, choices: [], amount: '', ...rest(view) }
  }
  const { accountState, choices } = page
  if (!accountState) return null
  const view = viewOfPersonalPayment(
    {
      ...accountState,
      methods: methods?.data ?? null,
      chosenCard: fields.get('paymentMethod'),
    },
    {
      timeZone: context.config.timeZone,
      now: new Date(),
      bankPage: (confirmationUrl) => bankLink(confirmationUrl, context.config),
    },
  )
  const amount = prefilledAmount(new URL(request.url).searchParams.get('amount'), view.owed)
  return { view, choices, amount, ...rest(view) }
}

/** `account` is null for a customer without accounts. Throws the 404 screen for an account that is not the customer's. */
const loadAccount = async (request: Request, guarded: Awaited<ReturnType<typeof requireUser>>) => {
  const { account, choices, loaded } = await forPageAccount(
    request,
    guarded,
    (id) => guarded.api.load('history', { id, query: pendingQuery }),
    'pay',
  )
  if (!loaded) return { accountState: null, choices }
  if (!account) throw new Response(`Page Not Found: ${new URL(request.url).pathname}`, { status: 404 })
  return { accountState: { account, pending: pendingOf(loaded) }, choices }
}
