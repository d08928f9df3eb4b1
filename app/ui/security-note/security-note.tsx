import type { ReactNode } from 'react'
import { Icon } from '../icon/icon'
import styles from './security-note.module.css'

/** Why a button may be pressed without fear: stands under it. */
export function SecurityNote({ children }: { children: ReactNode }) {
  return (
    <p className={styles.note}>
      <Icon name="lock" />
      <span>{children}</span>
    </p>
  )
}
