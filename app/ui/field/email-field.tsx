import { Field, type FieldProps } from './field'

type EmailFieldProps = Omit<FieldProps, 'type' | 'inputMode' | 'autoComplete'> & {
  /** `username` where it is what one signs in by. */
  autoComplete: 'email' | 'username'
}

/** An e-mail address: its own keyboard, and nothing of it corrected. */
export function EmailField(props: EmailFieldProps) {
  return <Field {...props} type="email" inputMode="email" autoCapitalize="none" spellCheck={false} />
}
