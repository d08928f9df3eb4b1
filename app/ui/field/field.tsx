import type { InputHTMLAttributes } from 'react'
import styles from './field.module.css'
import { controlAttributes, FieldFrame, type FieldWords } from './field-frame'

export type FieldProps = FieldWords &
  Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldWords | 'className' | 'style' | 'children'> & {
    name: string
    /** Short for codes, amounts and dates: the width hints at the length. */
    width?: 'full' | 'short'
  }

/** A one-line text field with label, hint and errors. */
export function Field({
  id,
  label,
  hint,
  errors,
  optional,
  width = 'full',
  type = 'text',
  ...input
}: FieldProps) {
  return (
    <FieldFrame id={id} label={label} hint={hint} errors={errors} {...(optional && { optional })}>
      <input
        {...input}
        {...controlAttributes({ id, hint, errors })}
        type={type}
        className={`${styles.control} ym-disable-keys`}
        data-width={width}
      />
    </FieldFrame>
  )
}

type EmailFieldProps = Omit<FieldProps, 'type' | 'inputMode' | 'autoComplete'> & {
  /** `username` on the login form; `off` for the address of somebody else. */
  autoComplete: 'email' | 'username' | 'off'
}

/** An e-mail field: the e-mail keyboard, no autocorrection. */
export function EmailField(props: EmailFieldProps) {
  return <Field {...props} type="email" inputMode="email" autoCapitalize="none" spellCheck={false} />
}

/** A sum or a reading: the keyboard of numbers, nothing filled in or corrected. */
export function DecimalField(props: Omit<FieldProps, 'type' | 'inputMode' | 'autoComplete'>) {
  return <Field width="short" {...props} inputMode="decimal" autoComplete="off" spellCheck={false} />
}
