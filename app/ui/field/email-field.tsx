import { Field, type FieldProps } from './field'

type EmailFieldProps = Omit<FieldProps, 'type' | 'inputMode' | 'autoComplete'> & {
  /** `username` on the login form; `off` for the address of somebody else. */
  autoComplete: 'email' | 'username' | 'off'
}

/** An e-mail field: the e-mail keyboard, no autocorrection. */
export function EmailField(props: EmailFieldProps) {
  return <Field {...props} type="email" inputMode="email" autoCapitalize="none" spellCheck={false} />
}
