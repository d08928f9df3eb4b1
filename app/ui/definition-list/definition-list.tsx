import type { ReactNode } from 'react'
import styles from './definition-list.module.css'

/** `label` is rendered instead of `term` and has the same words with markup. */
type Definition = { term: string; label?: ReactNode; description: ReactNode }

/** Terms and descriptions, one row each. */
export function DefinitionList({ rows }: { rows: readonly Definition[] }) {
  return (
    <dl className={styles.list}>
      {rows.map(({ term, label = term, description }) => (
        <div className={styles.row} key={term}>
          <dt className={styles.term}>{label}</dt>
          <dd className={styles.description}>{description}</dd>
        </div>
      ))}
    </dl>
  )
}
