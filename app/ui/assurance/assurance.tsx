import type { ReactNode } from 'react'
import { Icon } from '../icon/icon'
import styles from './assurance.module.css'

/** Why a button may be pressed without fear: stands under it. */
export function Assurance({ children }: { children: ReactNode }) {
  return (
    <p className={styles.assurance}>
      <Icon name="lock" />
      <span>{children}</span>
    </p>
  )
}
