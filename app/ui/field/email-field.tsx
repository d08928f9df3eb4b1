import { Field, type FieldProps } from './field'

type EmailFieldProps = Omit<FieldProps, 'type' | 'inputMode' | 'autoComplete'> & {
  /** `username` on the login form. */
  autoComplete: 'email' | 'username'
}

/** An e-mail field: the e-mail keyboard, no autocorrection. */
export function EmailField(props: EmailFieldProps) {
  return <Field {...props} type="email" inputMode="email" autoCapitalize="none" spellCheck={false} />
}
