import { SubmitButton } from '~/ui/button/submit-button'
import { Field } from '~/ui/field/field'
import { SecurityNote } from '~/ui/security-note/security-note'
import { Stack } from '~/ui/stack/stack'

/** What every payment form sends unseen. The key goes as it is with every press of this very form. */
export function HiddenFields({ account, idempotencyKey }: { account: string; idempotencyKey: string }) {
  return (
    <>
      <input type="hidden" name="intent" value="pay" />
      <input type="hidden" name="account" value={account} />
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
    </>
  )
}

interface AmountFieldProps {
  control: { id: string; name: string; errors: readonly string[]; defaultValue: string | undefined }
}

export function AmountField({ control }: AmountFieldProps) {
  return (
    <Field
      {...control}
      label="Сумма, ₽"
      hint="От 1 до 350 000 ₽, копейки через запятую или точку"
      width="short"
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
    />
  )
}

/** The button, and why it may be pressed without fear. */
export function PayButton() {
  return (
    <Stack gap="small">
      <SubmitButton size="large" match={{ intent: 'pay' }} pendingText="Открываем страницу банка…">
        Оплатить
      </SubmitButton>
      <SecurityNote>Оплата на странице банка. Данные карты мы не видим и не храним.</SecurityNote>
    </Stack>
  )
}
