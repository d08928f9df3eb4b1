import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { readableEmail } from 'format/readable-email'
import { pageMeta } from '~/document/page-meta'
import { ChooseAccount, GuestPayment } from '~/features/payments/guest-payment'
import { findAccount, rejectedAccount, submitGuestStep } from '~/features/payments/guest-payment.server'
import { payingWords } from '~/features/payments/paying-words.server'
import { viewOfKinds } from '~/layouts/kind-choice'
import { newIdempotencyKey } from '~/server/forms/idempotency-key.server'
import { passRetryAfterOn } from '~/server/http/retry-after.server'
import { anyone } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { prefilledAmount } from '~/server/payments/payment-fields.server'
import { kindsToChoose } from '~/server/upstream/features.server'
import { viewOfBalance } from '~/ui/balance/balance'

export const handle = { access: 'all', secret: false, payment: true } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { api } = await anyone(request, context)
  const { searchParams } = new URL(request.url)
  const typedAccount = (searchParams.get('account') ?? (await rejectedAccount(context)))?.trim() ?? ''
  const amount = searchParams.get('amount')
  const [base, user, find] = await Promise.all([
    context.baseData.current(),
    context.visitor.currentUser(),
    typedAccount ? findAccount(api, typedAccount, context.requestId) : null,
  ])
  const isSignedIn = user !== null
  const areNumbersDigits = base?.accountNumbers === 'digits'
  const accountStep = { step: 'account' as const, amount, isSignedIn, areNumbersDigits }
  if (!find) return { ...accountStep, reply: undefined }
  // The form of the second step is shown again after a rejection, even if its account could not be loaded.
  if (!find.ok && context.form.state !== 'rejected') {
    passRetryAfterOn(context.replyHeaders, find.retryAfter)
    return data({ ...accountStep, reply: find.reply }, { status: find.status })
  }
  const { account, address, balance, billSumOnly } = find.ok
    ? find.account
    : { account: typedAccount, address: null, balance: null, billSumOnly: false }
  const kinds = viewOfKinds(kindsToChoose(base))
  return {
    step: 'payment' as const,
    account,
    address,
    toPay: balance === null ? null : viewOfBalance(balance),
    billSumOnly,
    prefill: { amount: prefilledAmount(amount, balance), email: user ? readableEmail(user.email) : '' },
    kinds,
    words: payingWords({ savedMethods: false, sbp: kinds.length > 0 }),
    idempotencyKey: newIdempotencyKey(),
    isSignedIn,
  }
}

export const action = async ({ request, context }: ActionFunctionArgs) =>
  submitGuestStep(context, (await anyone(request, context)).api)

export default function PayPage() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (page.step === 'payment') return <GuestPayment {...page} reply={answer} />
  return <ChooseAccount {...page} reply={answer ?? page.reply} />
}

export const meta = (args: MetaArgs<typeof loader>) => {
  if (args.data?.step === 'payment')
    return pageMeta('Оплата лицевого счёта', args, 'Оплата лицевого счёта без входа в личный кабинет.')
  const prefix = args.data?.reply ? 'Ошибка: ' : ''
  return pageMeta(
    `${prefix}Оплата по номеру лицевого счёта`,
    args,
    'Оплата по номеру лицевого счёта без регистрации и входа.',
  )
}
