import { PasswordField, type PasswordFieldProps } from './password-field'

type Control = Pick<PasswordFieldProps, 'id' | 'name' | 'errors'>

interface NewPasswordFieldsProps {
  label: string
  password: Control
  confirmation: Control
}

/** A password that is thought up, and the same once more against slips of the finger. */
export function NewPasswordFields({ label, password, confirmation }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        {...password}
        label={label}
        hint="Не меньше 8 знаков. Хорошо подойдут несколько слов подряд"
        autoComplete="new-password"
      />
      <PasswordField {...confirmation} label={`${label} ещё раз`} autoComplete="new-password" />
    </>
  )
}
