import type { SelectHTMLAttributes } from 'react'
import { controlAttributes, FieldFrame, type FieldWords } from '../field/field-frame'
import { Icon } from '../icon/icon'
import styles from './select.module.css'

export type SelectProps = FieldWords &
  Omit<
    SelectHTMLAttributes<HTMLSelectElement>,
    keyof FieldWords | 'className' | 'style' | 'children' | 'multiple'
  > & {
    name: string
    options: readonly { value: string; title: string }[]
  }

/** A native select with label, hint and errors. */
export function Select({ id, label, hint, errors, optional, options, ...select }: SelectProps) {
  return (
    <FieldFrame id={id} label={label} hint={hint} errors={errors} {...(optional && { optional })}>
      <span className={styles.select}>
        <select {...select} {...controlAttributes({ id, hint, errors })} className={styles.control}>
          {options.map(({ value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </span>
    </FieldFrame>
  )
}
