import type { ReactNode } from 'react'
import { Icon } from '../icon/icon'
import styles from './warning.module.css'

/** What to know before going on, in paragraphs, as part of the page; an event is a message instead. */
export function Warning({ children }: { children: ReactNode }) {
  return (
    <div className={styles.warning}>
      <Icon name="triangle-alert" size="large" />
      <div className={styles.words}>{children}</div>
    </div>
  )
}
