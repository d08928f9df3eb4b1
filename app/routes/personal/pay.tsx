import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { answerToPress, keyIsNotOurs } from '~/features/payments/begin-payment.server'
import { NothingToPay, PersonalPayment } from '~/features/payments/personal-payment'
import { personalPaymentForm } from '~/features/payments/personal-payment-form.server'
import { viewOfPersonalPayment, viewOfRefusedPayment } from '~/features/payments/personal-payment-view'
import { prefilledAmount } from '~/features/payments/prefilled-amount'
import { returnAddresses } from '~/features/payments/return-addresses.server'
import { pageMeta } from '~/page-meta'
import { paths } from '~/paths'
import { besideRefusedForm } from '~/server/beside-refused-form.server'
import { readForm } from '~/server/forms.server'
import { requireUser } from '~/server/guards.server'
import { forPageAccount } from '~/server/page-account.server'
import { keyOf, mintKey, withKey } from '~/server/payment-key.server'
import { postedFields } from '~/server/posted-fields.server'

const MOST_PENDING = '100'

export const handle = { access: 'user', payment: true }

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const visit = await requireUser(request, context)
  const { api } = visit
  const [page, methods] = await Promise.all([
    besideRefusedForm(
      context,
      forPageAccount(request, visit, (id) =>
        api.load('history', { id, query: { status: 'pending', limit: MOST_PENDING } }),
      ),
    ),
    api.loadIfPossible('savedMethods', {}),
  ])
  if (!page) {
    const posted = await postedFields(context)
    const view = viewOfRefusedPayment((name) => String(posted.get(name) ?? ''))
    return { view, choices: [], amount: '', idempotencyKey: mintKey() }
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
    context.config.timeZone,
  )
  const amount = prefilledAmount(searchParams.get('amount'), view.remainder)
  return { view, choices, amount, idempotencyKey: mintKey() }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const key = keyOf(await postedFields(context))
  const form = await readForm(context, personalPaymentForm)
  if (!form.ok) return withKey(form.reply, key)
  const { account, amount, paymentMethod, saveMethod, idempotencyKey } = form.value
  if (!idempotencyKey) return keyIsNotOurs(form.refuse, key)
  const result = await api.submit('personalPayment', {
    id: account,
    idempotencyKey: key,
    body: {
      amount,
      saveMethod: saveMethod && !paymentMethod,
      ...(paymentMethod && { paymentMethod }),
      ...returnAddresses(context.config, 'personal'),
    },
  })
  const chargesAtOnce = Boolean(paymentMethod)
  const pressed = { refuse: form.refuse, key, chargesAtOnce, resultPage: paths.personalPayResult }
  return answerToPress(result, pressed, context)
}

export default function PersonalPayPage() {
  const page = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return page ? <PersonalPayment {...page} reply={reply} /> : <NothingToPay />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Оплата', args)
