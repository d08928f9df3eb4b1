import type { ReactNode } from 'react'
import { Icon } from '../icon/icon'
import styles from './field.module.css'

export type FieldWords = {
  id: string
  label: ReactNode
  hint?: ReactNode
  /** Error messages, in whole sentences. */
  errors?: readonly string[] | undefined
  /** Marks the field as optional beside its label. */
  optional?: boolean
}

/** The attributes that link a control by id to the texts in `describedBy`, then to the errors and the hint of `FieldFrame`. */
export function controlAttributes({
  id,
  hint,
  errors,
  describedBy = [],
}: Pick<FieldWords, 'id' | 'hint' | 'errors'> & { describedBy?: readonly string[] | undefined }) {
  const invalid = errors !== undefined && errors.length > 0
  const describedByIds = [...describedBy, ...(invalid ? [errorId(id)] : []), ...(hint ? [hintId(id)] : [])]
  return {
    id,
    'aria-invalid': invalid || undefined,
    'aria-describedby': describedByIds.length > 0 ? describedByIds.join(' ') : undefined,
  }
}

/** Label, hint and errors around the control in `children`. */
export function FieldFrame({
  id,
  label,
  hint,
  errors,
  optional = false,
  children,
}: FieldWords & { children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}> — необязательно</span>}
      </label>
      {hint && (
        <div className={styles.hint} id={hintId(id)}>
          {hint}
        </div>
      )}
      {children}
      <FieldErrors id={id} errors={errors} />
    </div>
  )
}

/** The errors of a control, below it. */
export function FieldErrors({ id, errors }: Pick<FieldWords, 'id' | 'errors'>) {
  if (!errors || errors.length === 0) return null
  return (
    <div className={styles.errors} id={errorId(id)}>
      {errors.map((error) => (
        <p className={styles.error} key={error}>
          <Icon name="circle-alert" />
          <span>{error}</span>
        </p>
      ))}
    </div>
  )
}

function hintId(id: string) {
  return `${id}-description`
}

function errorId(id: string) {
  return `${id}-error`
}
