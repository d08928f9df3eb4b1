import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

/** Words for screen readers only, for what the eye already sees. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>
}
