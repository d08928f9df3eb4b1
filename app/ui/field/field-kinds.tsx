import type { TextareaHTMLAttributes } from 'react'
import { Field, type FieldProps } from './field'
import styles from './field.module.css'
import { controlAttributes, FieldFrame, type FieldWords } from './field-frame'

type AccountFieldProps = Omit<FieldProps, 'type' | 'inputMode' | 'label' | 'hint'> & {
  /** All account numbers are digits, so a phone's keyboard needs no letters. */
  isDigits: boolean
}

/** The number of an account, as people type it. */
export function AccountField({ isDigits, ...field }: AccountFieldProps) {
  return (
    <Field
      {...field}
      label="Номер лицевого счёта"
      hint="Напечатан в правом верхнем углу квитанции. Пробелы и дефисы можно оставить"
      inputMode={isDigits ? 'numeric' : 'text'}
      autoCapitalize="characters"
      spellCheck={false}
    />
  )
}

type CodeFieldProps = Omit<FieldProps, 'type' | 'inputMode' | 'autoComplete' | 'width'> & {
  /** Recovery codes have letters, so a phone's keyboard needs them, too. */
  mayBeRecoveryCode?: boolean
}

/** A one-time code, which browsers may fill in by themselves. */
export function CodeField({ mayBeRecoveryCode = false, ...field }: CodeFieldProps) {
  return (
    <Field
      {...field}
      inputMode={mayBeRecoveryCode ? 'text' : 'numeric'}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      width={mayBeRecoveryCode ? 'full' : 'short'}
    />
  )
}

export type TextAreaProps = FieldWords &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, keyof FieldWords | 'className' | 'style' | 'children'> & {
    name: string
  }

/** A text area with label, hint and errors. */
export function TextArea({ id, label, hint, errors, optional, ...area }: TextAreaProps) {
  return (
    <FieldFrame id={id} label={label} hint={hint} errors={errors} {...(optional && { optional })}>
      <textarea
        {...area}
        {...controlAttributes({ id, hint, errors })}
        className={`${styles.control} ym-disable-keys`}
      />
    </FieldFrame>
  )
}
