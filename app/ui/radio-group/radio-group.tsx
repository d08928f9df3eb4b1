import type { ReactNode } from 'react'
import { FieldErrors, type FieldWords } from '../field/field-frame'
import styles from './radio-group.module.css'

export type RadioGroupProps = Omit<FieldWords, 'optional'> & {
  name: string
  options: readonly { value: string; title: ReactNode; hint?: ReactNode }[]
  defaultValue?: string | undefined
}

/** Radio buttons. `id` is the first option's, the jump target of the error summary. */
export function RadioGroup({ id, label, hint, errors, name, options, defaultValue }: RadioGroupProps) {
  const invalid = errors !== undefined && errors.length > 0
  return (
    <fieldset className={styles.group} aria-describedby={hint ? `${id}-description` : undefined}>
      <legend className={styles.legend}>{label}</legend>
      {hint && (
        <div className={styles.hint} id={`${id}-description`}>
          {hint}
        </div>
      )}
      <div className={styles.options}>
        {options.map(({ value, title, hint: more }, index) => (
          <label className={styles.option} key={value}>
            <input
              className={styles.dot}
              id={index === 0 ? id : `${id}-${index}`}
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === defaultValue}
              aria-invalid={invalid || undefined}
              // Not on the group as well: a screen reader would say it twice on entering the group.
              aria-describedby={invalid ? `${id}-error` : undefined}
            />
            <span className={styles.words}>
              {title}
              {more && <span className={styles.more}>{more}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldErrors id={id} errors={errors} />
    </fieldset>
  )
}
