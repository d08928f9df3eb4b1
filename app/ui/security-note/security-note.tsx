import type { ReactNode } from 'react'
import { Icon } from '../icon/icon'
import styles from './security-note.module.css'

/** A note that the button above is safe to press. */
export function SecurityNote({ children }: { children: ReactNode }) {
  return (
    <p className={styles.note}>
      <Icon name="lock" />
      <span>{children}</span>
    </p>
  )
}
