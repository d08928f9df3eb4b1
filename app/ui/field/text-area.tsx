import type { TextareaHTMLAttributes } from 'react'
import styles from './field.module.css'
import { controlAttributes, FieldFrame, type FieldWords } from './field-frame'

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
