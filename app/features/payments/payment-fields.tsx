import type { ProblemCode } from 'contract/problem'
import { useState } from 'react'
import { ButtonLink } from '~/ui/button/button'
import { SubmitButton } from '~/ui/button/submit-button'
import { DecimalField } from '~/ui/field/field'
import type { PendingStep } from '~/ui/post-form/form-reply'
import { IdempotencyKey, type IdempotencyKeyProps } from '~/ui/post-form/idempotency-key'
import type { Control } from '~/ui/post-form/use-post-form'
import { SecurityNote } from '~/ui/security-note/security-note'
import { Stack } from '~/ui/stack/stack'
import { VisuallyHidden } from '~/ui/visually-hidden/visually-hidden'
import type { PayingWords } from './paying-words.server'

/** The problem code of the question. A literal, because importing the contract would bring zod into the browser. */
export const CONFIRM_REQUIRED: ProblemCode = 'confirm_required'
/** The bank's page, whose methods the portal does not know. */
export const NEW_METHOD = ''

interface HiddenFieldsProps extends IdempotencyKeyProps {
  account: string
}

/** The hidden fields of every payment form. Every press of the same form sends the same key. */
export function HiddenFields({ account, postedKey, newKey }: HiddenFieldsProps) {
  return (
    <>
      <input type="hidden" name="intent" value="pay" />
      <input type="hidden" name="account" value={account} />
      <IdempotencyKey postedKey={postedKey} newKey={newKey} />
    </>
  )
}

/** The balance when the form was first drawn. Like typed values, it stays when the page loads newer data. */
export function DisplayedBalance({ name, balance }: { name: string; balance: string }) {
  const [initialBalance] = useState(balance)
  return <input type="hidden" name={name} value={initialBalance} />
}

interface AmountFieldProps {
  control: Control
  words: Pick<PayingWords, 'amountHint'>
}

export function AmountField({ control, words }: AmountFieldProps) {
  return <DecimalField {...control} label="Сумма, ₽" hint={words.amountHint} />
}

interface PayButtonProps {
  words: Pick<PayingWords, 'pending' | 'note'>
  /** 'secondary' beside a pending payment: to continue that payment is the main step. */
  kind?: 'primary' | 'secondary'
}

/** The button with its security note. */
export function PayButton({ words: { pending, note }, kind = 'primary' }: PayButtonProps) {
  return (
    <Stack gap="small">
      <SubmitButton kind={kind} size="large" match={{ intent: 'pay' }} pendingText={pending}>
        Оплатить
      </SubmitButton>
      <SecurityNote>{note}</SecurityNote>
    </Stack>
  )
}

interface ContinueProps extends PendingStep {
  kind: 'primary' | 'secondary'
  /** Distinguishes the payment from others; left out if it is the only one. */
  which?: string | undefined
}

/** The link to the next step of a pending payment. */
export function Continue({ step, to, which, kind }: ContinueProps) {
  return (
    <ButtonLink to={to} kind={kind} reload={step === 'continue'}>
      {step === 'continue' ? 'Продолжить оплату' : 'Проверить платёж'}
      {which && <VisuallyHidden>: {which}</VisuallyHidden>}
    </ButtonLink>
  )
}
