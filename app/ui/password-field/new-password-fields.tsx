import { passwordLength } from 'contract/limits'
import { PasswordField, type PasswordFieldProps } from './password-field'

type Control = Pick<PasswordFieldProps, 'id' | 'name' | 'errors'>

interface NewPasswordFieldsProps {
  label: string
  password: Control
  confirmation: Control
}

/** A new password and its confirmation. */
export function NewPasswordFields({ label, password, confirmation }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        {...password}
        label={label}
        hint={`Не меньше ${passwordLength.min} знаков. Хорошо подойдут несколько слов подряд`}
        autoComplete="new-password"
      />
      <PasswordField {...confirmation} label={`${label} ещё раз`} autoComplete="new-password" />
    </>
  )
}
