import type { ReactNode } from 'react'
import styles from './definition-list.module.css'

/** `label` is drawn instead of the term, which it says in other markup. */
type Definition = { term: string; label?: ReactNode; description: ReactNode }

/** Names and values, a row each. */
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
