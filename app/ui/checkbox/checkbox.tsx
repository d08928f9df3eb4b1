import type { InputHTMLAttributes } from 'react'
import { controlAttributes, FieldErrors, type FieldWords } from '../field/field-frame'
import styles from './checkbox.module.css'

export type CheckboxProps = Omit<FieldWords, 'optional'> &
  Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldWords | 'className' | 'style' | 'children'> & {
    name: string
    /** The ids of texts on the page that describe the checkbox. */
    describedBy?: readonly string[] | undefined
  }

/** A checkbox; its label may contain links. */
export function Checkbox({ id, label, hint, errors, describedBy, type: _, ...input }: CheckboxProps) {
  return (
    <div className={styles.field}>
      <div className={styles.row}>
        <input
          {...input}
          {...controlAttributes({ id, hint, errors, describedBy })}
          type="checkbox"
          className={styles.box}
        />
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
      </div>
      {hint && (
        <div className={styles.hint} id={`${id}-description`}>
          {hint}
        </div>
      )}
      <FieldErrors id={id} errors={errors} />
    </div>
  )
}
