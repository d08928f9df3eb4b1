import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { Account } from 'contract/accounts'
import { pageMeta } from '~/document/page-meta'
import { addAccountForm } from '~/features/accounts/account-forms.server'
import { AddAccountForm } from '~/features/accounts/add-account-form'
import {
  answersFor,
  asQuestion,
  asWrongAnswer,
  keepQuestion,
  readProofStep,
  unanswered,
} from '~/features/accounts/proof-step.server'
import { paths } from '~/paths'
import { postedFields } from '~/server/forms/posted-fields.server'
import { readIdempotentForm, redirectWithMessage } from '~/server/forms/submit-form.server'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = { access: 'user', secret: false } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  await requireUser(request, context)
  const base = await context.baseData.current()
  return {
    idempotencyKey: context.idempotencyKey,
    areNumbersDigits: base?.accountNumbers === 'digits',
  }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const step = readProofStep(await postedFields(context))
  const form = await readIdempotentForm(context, addAccountForm)
  if (!form.ok) return keepQuestion(form.reply, step)
  const { account, proof = '' } = form.value
  const isAnswered = answersFor(step, account)
  if (isAnswered && !proof.trim() && step.question) return form.reject(unanswered(step.question))

  const result = await api.submit('addAccount', {
    idempotencyKey: form.idempotencyKey,
    body: isAnswered ? { account, proof } : { account },
  })
  if (result.ok) {
    const message = addedWords(result.answer?.data ?? { account })
    return redirectWithMessage({ request, context }, { message, stays: true, to: paths.accounts })
  }
  const { failure } = result
  if (failure.kind === 'invalid' && failure.proof && !isAnswered) {
    const question = form.reject(asQuestion(failure))
    context.form = { state: 'rejected', isQuestion: true }
    return question
  }
  if (failure.kind === 'missing' || failure.kind === 'conflict')
    return form.reject(failure, { atField: 'account' })
  if (!isAnswered) return form.reject(failure)
  return keepQuestion(
    form.reject(failure.kind === 'invalid' && failure.proof ? asWrongAnswer(failure) : failure),
    step,
  )
}

type AddedAccount = { account: string } & Partial<Pick<Account, 'title' | 'address'>>

const addedWords = ({ account, title, address }: AddedAccount) => {
  const which = title?.trim() || address?.trim()
  return `Лицевой счёт ${account} добавлен${which ? `: ${which}` : ''}`
}

export default function AddAccountPage() {
  return <AddAccountForm reply={useActionData<typeof action>()} {...useLoaderData<typeof loader>()} />
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Добавить лицевой счёт', args)
