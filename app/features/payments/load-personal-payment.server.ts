import type { AppLoadContext } from '@remix-run/node'
import { newIdempotencyKey } from '~/server/forms/idempotency-key.server'
import { postedFields } from '~/server/forms/posted-fields.server'
import { requireUser } from '~/server/pages/guards.server'
import { loadBesideForm } from '~/server/pages/load-beside-form.server'
import { forPageAccount } from '~/server/pages/page-account.server'
import { bankLink } from '~/server/payments/bank-page.server'
import { pendingOf } from './pending-payments'
import { pendingQuery } from './pending-query'
import { viewOfPersonalPayment, viewOfRefusedPayment } from './personal-payment-view'
import { prefilledAmount } from './prefilled-amount'

/** The payment page of the account in the address; null for a customer without accounts. */
export const loadPersonalPayment = async (request: Request, context: AppLoadContext) => {
  const guarded = await requireUser(request, context)
  const { api } = guarded
  const [page, methods] = await Promise.all([
    loadBesideForm(
      context,
      forPageAccount(request, guarded, (id) => api.load('history', { id, query: pendingQuery })),
    ),
    api.loadIfPossible('savedMethods', {}),
  ])
  const posted = await postedFields(context)
  if (!page) {
    const view = viewOfRefusedPayment((name) => posted.get(name) ?? '')
    return { view, choices: [], amount: '', idempotencyKey: newIdempotencyKey() }
  }
  const { account, choices, loaded } = page
  if (!loaded) return null
  const { pathname, searchParams } = new URL(request.url)
  if (!account) throw new Response(`Page Not Found: ${pathname}`, { status: 404 })
  const view = viewOfPersonalPayment(
    {
      account,
      pending: pendingOf(loaded),
      methods: methods?.data ?? null,
      chosenCard: posted.get('paymentMethod'),
    },
    {
      timeZone: context.config.timeZone,
      now: new Date(),
      bankPage: (confirmationUrl) => bankLink(confirmationUrl, context.config),
    },
  )
  const amount = prefilledAmount(searchParams.get('amount'), view.owed)
  return { view, choices, amount, idempotencyKey: newIdempotencyKey() }
}
