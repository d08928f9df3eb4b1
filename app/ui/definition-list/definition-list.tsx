import type { ReactNode } from 'react'
import styles from './definition-list.module.css'

/** Names and values, a row each. */
export function DefinitionList({ rows }: { rows: readonly { term: string; description: ReactNode }[] }) {
  return (
    <dl className={styles.list}>
      {rows.map(({ term, description }) => (
        <div className={styles.row} key={term}>
          <dt className={styles.term}>{term}</dt>
          <dd className={styles.description}>{description}</dd>
        </div>
      ))}
    </dl>
  )
}
