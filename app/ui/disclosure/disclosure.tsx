import type { ReactNode } from 'react'
import { Icon } from '../icon/icon'
import styles from './disclosure.module.css'

/** Optional details that unfold. Not for content that everybody needs. */
export function Disclosure({
  summary,
  children,
  open,
}: {
  summary: ReactNode
  children: ReactNode
  open?: boolean
}) {
  return (
    <details className={styles.disclosure} open={open}>
      <summary className={styles.summary}>
        <Icon name="chevron-down" />
        <span>{summary}</span>
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
