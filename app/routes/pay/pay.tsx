import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { data } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { inForms } from 'format/money'
import { pageMeta } from '~/document/page-meta'
import { accountForm, qrForm } from '~/features/payments/account-form.server'
import { rejectUnknownKey, respondToSubmit } from '~/features/payments/begin-payment.server'
import { ChooseAccount } from '~/features/payments/choose-account'
import { findAccount } from '~/features/payments/find-account.server'
import { GuestPayment } from '~/features/payments/guest-payment'
import { guestPaymentForm } from '~/features/payments/guest-payment-form.server'
import { prefilledAmount } from '~/features/payments/prefilled-amount'
import { returnAddresses } from '~/features/payments/return-addresses.server'
import { paths } from '~/paths'
import { idempotencyKeyOf, newIdempotencyKey, withKey } from '~/server/forms/idempotency-key.server'
import { postedFields } from '~/server/forms/posted-fields.server'
import { readForm } from '~/server/forms/read-form.server'
import { seeOther } from '~/server/http/redirects.server'
import { anyone } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { viewOfBalance } from '~/ui/balance/balance-view'

export const handle = { access: 'all', payment: true } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { api } = await anyone(request, context)
  const { searchParams } = new URL(request.url)
  const typed = searchParams.get('account')?.trim() ?? ''
  const amount = searchParams.get('amount')
  const [user, find] = await Promise.all([
    context.visitor.currentUser(),
    typed ? findAccount(api, typed) : null,
  ])
  const isSignedIn = user !== null
  const chooses = { step: 'account' as const, amount, isSignedIn }
  if (!find) return { ...chooses, reply: undefined }
  // The refused form of the second step stays, even when the account can't be shown beside it.
  if (!find.ok && !context.formFailed) {
    if (find.retryAfter) context.replyHeaders.set('Retry-After', find.retryAfter)
    return data({ ...chooses, reply: find.reply }, { status: find.status })
  }
  const { account, address, balance } = find.ok
    ? find.found
    : { account: typed, address: null, balance: null }
  return {
    step: 'payment' as const,
    account,
    address,
    toPay: balance === null ? null : viewOfBalance(balance),
    prefill: { amount: prefilledAmount(amount, balance), email: user?.email ?? '' },
    idempotencyKey: newIdempotencyKey(),
    isSignedIn,
  }
}

export const action = async (args: ActionFunctionArgs) => {
  const fields = await postedFields(args.context)
  const intent = fields.get('intent')
  if (intent === qrForm.name || fields.has('qr')) return readQr(args)
  return intent === guestPaymentForm.name || fields.has('idempotencyKey') || fields.has('email')
    ? pay(args)
    : chooseAccount(args)
}

const chooseAccount = async ({ request, context }: ActionFunctionArgs) => {
  await anyone(request, context)
  const form = await readForm(context, accountForm)
  if (!form.ok) return form.reply
  const { account, amount } = form.value
  return seeOther(paths.pay({ account, ...(amount && { amount }) }))
}

const readQr = async ({ request, context }: ActionFunctionArgs) => {
  await anyone(request, context)
  const form = await readForm(context, qrForm)
  if (!form.ok) return form.reply
  const { account, amount } = form.value.qr
  return seeOther(paths.pay({ account, ...(amount !== null && { amount: inForms(amount) }) }))
}

const pay = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await anyone(request, context)
  const key = idempotencyKeyOf(await postedFields(context))
  const form = await readForm(context, guestPaymentForm)
  if (!form.ok) return withKey(form.reply, key)
  const { account, amount, email, idempotencyKey } = form.value
  if (!idempotencyKey) return rejectUnknownKey(form.reject, key)
  const result = await api.submit('guestPayment', {
    idempotencyKey: key,
    body: { account, amount, email, ...returnAddresses(context.config, 'guest') },
  })
  const submit = { reject: form.reject, key, chargesAtOnce: false, resultPage: paths.payResult }
  return respondToSubmit(result, submit, context)
}

export default function PayPage() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (page.step === 'payment') return <GuestPayment {...page} reply={answer} />
  return <ChooseAccount {...page} reply={answer ?? page.reply} />
}

export const meta = (args: MetaArgs<typeof loader>) => {
  if (args.data?.step === 'payment') return pageMeta('Оплата лицевого счёта', args)
  const failed = args.data?.reply ? 'Ошибка: ' : ''
  return pageMeta(`${failed}Оплата по номеру счёта`, args)
}
