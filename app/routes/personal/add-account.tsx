import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import type { Account } from 'contract/accounts'
import { normalizeAccountNumber } from 'format/account'
import { useEffect } from 'react'
import { pageMeta } from '~/document/page-meta'
import { addAccountForm } from '~/features/accounts/account-forms.server'
import {
  answersFor,
  asQuestion,
  asWrongAnswer,
  keepQuestion,
  missingAnswer,
  readProofStep,
} from '~/features/accounts/proof-step.server'
import { paths } from '~/paths'
import { postedFields } from '~/server/forms/posted-fields.server'
import { readIdempotentForm, redirectWithMessage } from '~/server/forms/submit-form.server'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { SubmitButton } from '~/ui/button/submit-button'
import { Field } from '~/ui/field/field'
import { AccountField } from '~/ui/field/field-kinds'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { IdempotencyKey } from '~/ui/post-form/idempotency-key'
import { useCameWithPage } from '~/ui/post-form/page-answer'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'

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
  if (isAnswered && !proof.trim() && step.question) return form.reject(missingAnswer(step.question))

  const result = await api.submit('addAccount', {
    idempotencyKey: form.idempotencyKey,
    body: isAnswered ? { account, proof } : { account },
  })
  if (result.ok) {
    const message = addedMessage(result.answer?.data ?? { account })
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

const addedMessage = ({ account, title, address }: AddedAccount) => {
  const which = title?.trim() || address?.trim()
  return `Лицевой счёт ${account} добавлен${which ? `: ${which}` : ''}`
}

/** The API's problem code that comes with the proof question. */
const PROOF_REQUIRED = 'proof_required'
const proofNote = 'Остался один вопрос: так мы убедимся, что лицевой счёт ваш.'

/** The form for the account number and, if the company requires a proof, for the answer to its question. */
export default function AddAccountPage() {
  const { idempotencyKey, areNumbersDigits } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const question = reply?.proof
  const form = usePostForm<typeof addAccountForm, 'proof_for'>(
    'add-account',
    question ? ['account', 'proof'] : ['account'],
    reply,
  )
  const account = form.control('account')
  const proof = form.control('proof')
  const asksProof = Boolean(question) && reply?.code === PROOF_REQUIRED && proof.errors.length === 0
  useFocusOnQuestion(proof.id, asksProof ? reply : undefined)

  const typedAccount = normalizeAccountNumber(account.defaultValue ?? '')
  const questionAccount = asksProof ? typedAccount : (form.control('proof_for').defaultValue ?? typedAccount)
  const words = asksProof ? form.errors.map(({ text }) => text).join(' ') : ''
  return (
    <>
      <FormOutcome forms={asksProof ? [] : [form]} />
      <PageHeading title="Добавить лицевой счёт" back={{ to: paths.accounts, text: 'Лицевые счета' }} />
      <Form {...form.attributes}>
        <IdempotencyKey postedKey={form.control('idempotencyKey').defaultValue} newKey={idempotencyKey} />
        <Stack narrow>
          <AccountField {...account} isDigits={areNumbersDigits} />
          {question && (
            <Panel tone="accent">
              <p>{words || proofNote}</p>
              <input type="hidden" name="proof_for" value={questionAccount} />
              <input type="hidden" name="proof_label" value={question.label} />
              {question.digits && <input type="hidden" name="proof_digits" value="yes" />}
              {question.hint && <input type="hidden" name="proof_hint" value={question.hint} />}
              <Field
                {...proof}
                // Each account gets a new input: an answer typed for one account must not stay for another.
                key={questionAccount}
                defaultValue={asksProof ? undefined : proof.defaultValue}
                label={question.label}
                hint={question.hint}
                inputMode={question.digits ? 'numeric' : 'text'}
                autoComplete="off"
                spellCheck={false}
              />
            </Panel>
          )}
          <SubmitButton size="large" pendingText="Добавляем…">
            Добавить
          </SubmitButton>
        </Stack>
      </Form>
    </>
  )
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Добавить лицевой счёт', args)

const useFocusOnQuestion = (id: string, reply: FormReply | undefined) => {
  const cameWithPage = useCameWithPage(reply)
  useEffect(() => {
    if (!reply || (cameWithPage && document.activeElement !== document.body)) return
    document.getElementById(id)?.focus()
  }, [id, reply, cameWithPage])
}
