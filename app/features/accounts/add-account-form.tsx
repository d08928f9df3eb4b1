import { Form } from '@remix-run/react'
import { normalizeAccountNumber } from 'format/account'
import { useEffect } from 'react'
import { paths } from '~/paths'
import { SubmitButton } from '~/ui/button/submit-button'
import { AccountField } from '~/ui/field/account-field'
import { Field } from '~/ui/field/field'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { IdempotencyKey } from '~/ui/post-form/idempotency-key'
import { useCameWithPage } from '~/ui/post-form/page-answer'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import type { addAccountForm } from './account-forms.server'

/** The API's problem code that comes with the proof question. */
const PROOF_REQUIRED = 'proof_required'
const proofNote = 'Остался один вопрос: так мы убедимся, что лицевой счёт ваш.'

interface AddAccountFormProps {
  reply: FormReply | undefined
  idempotencyKey: string
  areNumbersDigits: boolean
}

/** The account number; where the company requires a proof, the answer to its question as well. */
export function AddAccountForm({ reply, idempotencyKey, areNumbersDigits }: AddAccountFormProps) {
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

  const typed = normalizeAccountNumber(account.defaultValue ?? '')
  const questionAccount = asksProof ? typed : (form.control('proof_for').defaultValue ?? typed)
  const words = asksProof ? form.errors.map(({ text }) => text).join(' ') : ''
  return (
    <>
      <FormOutcome forms={asksProof ? [] : [form]} />
      <PageHeading title="Добавить лицевой счёт" back={{ to: paths.accounts, text: 'Лицевые счета' }} />
      <Form {...form.attributes}>
        <IdempotencyKey postedKey={form.control('idempotencyKey').defaultValue} minted={idempotencyKey} />
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
                // A new input for each account: the typed answer is not kept for another one.
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

const useFocusOnQuestion = (id: string, reply: FormReply | undefined) => {
  const cameWithPage = useCameWithPage(reply)
  useEffect(() => {
    if (!reply || (cameWithPage && document.activeElement !== document.body)) return
    document.getElementById(id)?.focus()
  }, [id, reply, cameWithPage])
}
