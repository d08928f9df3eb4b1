import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { accountOptions } from '~/features/autopayments/account-options'
import { newAutopaymentForm, newAutopaymentWords } from '~/features/autopayments/autopayment-forms.server'
import {
  agreementVersion,
  rejectUnknownAutopaymentKey,
  respondToNewAutopayment,
} from '~/features/autopayments/begin-autopayment.server'
import { toAddingAgain } from '~/features/autopayments/find-autopayment.server'
import { NewAutopayment, NoAccountToPay } from '~/features/autopayments/new-autopayment'
import { returnAddresses } from '~/features/payments/begin-payment.server'
import { viewOfKinds } from '~/layouts/kind-choice'
import { rightsOf } from '~/layouts/page-account'
import { idempotencyKeyOf, newIdempotencyKey, withKey } from '~/server/forms/idempotency-key.server'
import { postedFields } from '~/server/forms/posted-fields.server'
import { readForm } from '~/server/forms/read-form.server'
import { pageNotFound, requireUser } from '~/server/pages/guards.server'
import { loadBesideForm } from '~/server/pages/load-beside-form.server'
import { defaultOf, refuseWithout } from '~/server/pages/page-account.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { kindsToChoose } from '~/server/upstream/features.server'

export const handle = { access: 'user', secret: false, payment: true } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { api, defaultAccount } = await requireUser(request, context)
  const [loaded, consent] = await Promise.all([
    loadBesideForm(context, Promise.all([api.load('accounts', { query: {} }), api.load('autopayments', {})])),
    agreementVersion(context),
  ])
  const { searchParams } = new URL(request.url)
  const kinds = viewOfKinds(kindsToChoose(await context.baseData.current()))
  const words = newAutopaymentWords(kinds.length > 0)
  const minted = { consent, kinds, words, idempotencyKey: newIdempotencyKey() }
  const isRejected = context.form.state === 'rejected'
  const postedAccount = isRejected ? ((await postedFields(context)).get('account') ?? '') : ''
  const asPosted = postedAccount
    ? [{ value: postedAccount, title: postedAccount, existing: null, unpayable: null }]
    : []
  if (!loaded) return { accounts: asPosted, account: postedAccount, ...minted }
  const [{ data: customerAccounts }, existing] = loaded
  if (!isRejected) refuseWithout('pay', customerAccounts, searchParams.get('account'))
  const payable = customerAccounts.filter((one) => rightsOf(one).pay)
  const options = accountOptions(payable, existing.data)
  // A rejected form keeps its account, also one that was deleted meanwhile.
  const accounts = options.some(({ value }) => value === postedAccount) ? options : [...options, ...asPosted]
  const named = searchParams.get('account')
  const account = named || defaultOf(payable, defaultAccount) || postedAccount
  if (named && !accounts.some(({ value }) => value === named) && !isRejected) {
    if (existing.data.some((one) => one.account === named)) throw toAddingAgain(named, context)
    throw pageNotFound(request)
  }
  return account ? { accounts, account, ...minted } : null
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const fields = await postedFields(context)
  const key = idempotencyKeyOf(fields)
  const kinds = kindsToChoose(await context.baseData.current())
  const form = await readForm(context, newAutopaymentForm(fields.get('rule'), kinds))
  if (!form.ok) return withKey(form.reply, key)
  const { idempotencyKey, ...autopayment } = form.value
  const submit = { reject: form.reject, key }
  if (!idempotencyKey) return rejectUnknownAutopaymentKey(submit)
  const result = await api.submit('newAutopayment', {
    idempotencyKey: key,
    body: { ...autopayment, ...returnAddresses(context.config, 'autopayment') },
  })
  return respondToNewAutopayment(result, submit, context)
}

export default function NewAutopaymentPage() {
  const page = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return page ? <NewAutopayment {...page} reply={reply} /> : <NoAccountToPay />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Новый автоплатёж', args)
