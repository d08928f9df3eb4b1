import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { askBeforePayment } from '~/features/payments/ask-before-payment.server'
import {
  rejectBeforePayment,
  rejectUnknownKey,
  rejectWithQuestion,
  respondToSubmit,
  wantsConfirmation,
} from '~/features/payments/begin-payment.server'
import { pendingQuery } from '~/features/payments/pending-query'
import { NothingToPay, PersonalPayment } from '~/features/payments/personal-payment'
import { personalPaymentForm } from '~/features/payments/personal-payment-form.server'
import { viewOfPersonalPayment, viewOfRefusedPayment } from '~/features/payments/personal-payment-view'
import { prefilledAmount } from '~/features/payments/prefilled-amount'
import { returnAddresses } from '~/features/payments/return-addresses.server'
import { sentKeys } from '~/features/payments/sent-keys.server'
import { paths } from '~/paths'
import { idempotencyKeyOf, newIdempotencyKey, withKey } from '~/server/forms/idempotency-key.server'
import { postedFields } from '~/server/forms/posted-fields.server'
import { readForm } from '~/server/forms/read-form.server'
import { besideRejectedForm } from '~/server/pages/beside-rejected-form.server'
import { requireUser } from '~/server/pages/guards.server'
import { forPageAccount } from '~/server/pages/page-account.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { bankLink } from '~/server/payments/bank-page.server'

export const handle = { access: 'user', payment: true } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const visit = await requireUser(request, context)
  const { api } = visit
  const [page, methods] = await Promise.all([
    besideRejectedForm(
      context,
      forPageAccount(request, visit, (id) => api.load('history', { id, query: pendingQuery })),
    ),
    api.loadIfPossible('savedMethods', {}),
  ])
  if (!page) {
    const posted = await postedFields(context)
    const view = viewOfRefusedPayment((name) => String(posted.get(name) ?? ''))
    return { view, choices: [], amount: '', idempotencyKey: newIdempotencyKey() }
  }
  const { account, choices, loaded } = page
  if (!loaded) return null
  const { pathname, searchParams } = new URL(request.url)
  if (!account) throw new Response(`Page Not Found: ${pathname}`, { status: 404 })
  const { data: payments, meta } = loaded
  const view = viewOfPersonalPayment(
    {
      account,
      pending: { payments, count: meta.count, totalAmount: meta.totalAmount },
      methods: methods?.data ?? null,
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

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api, user } = await requireUser(request, context)
  const key = idempotencyKeyOf(await postedFields(context))
  const form = await readForm(context, personalPaymentForm)
  if (!form.ok) return withKey(form.reply, key)
  const { account, amount, paymentMethod, saveMethod, idempotencyKey, confirmed } = form.value
  const { reject } = form
  if (!idempotencyKey) return rejectUnknownKey(reject, key)
  const { timeZone } = context.config
  const ask = () => askBeforePayment(api, { account, amount, timeZone })
  if (!confirmed && !sentKeys.has(key)) {
    const asked = await ask()
    // Sent meanwhile by another press of the same form: then it is that one which is under way.
    if (asked.kind === 'question' && !sentKeys.has(key))
      return rejectWithQuestion({ reject, key }, asked.words)
    if (asked.kind === 'failed') return rejectBeforePayment({ reject, key }, asked.failure)
  }
  const wasSent = sentKeys.has(key)
  if (user) sentKeys.add(key)
  const result = await api.submit('personalPayment', {
    id: account,
    idempotencyKey: key,
    payAnew: confirmed,
    body: {
      amount,
      saveMethod: saveMethod && !paymentMethod,
      ...(paymentMethod && { paymentMethod }),
      ...returnAddresses(context.config, 'personal'),
    },
  })
  // Nobody could tell who is signed in, so nothing went out.
  if (!result.ok && !user && !wasSent) return rejectBeforePayment({ reject, key }, result.failure)
  if (!result.ok && result.failure.kind !== 'unavailable') sentKeys.delete(key)
  if (!result.ok && wantsConfirmation(result.failure)) {
    const asked = await ask()
    const words = asked.kind === 'question' ? asked.words : [result.failure.message]
    return rejectWithQuestion({ reject, key }, words)
  }
  const chargesAtOnce = Boolean(paymentMethod)
  const submit = { reject, key, chargesAtOnce, resultPage: paths.personalPayResult }
  return respondToSubmit(result, submit, context)
}

/** A question about a payment of another tab needs what was begun there, and a refused form alone does not load it. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 400 || defaultShouldRevalidate

export default function PersonalPayPage() {
  const page = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return page ? <PersonalPayment {...page} reply={reply} /> : <NothingToPay />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Оплата', args)
