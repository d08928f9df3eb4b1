import type { ReactNode } from 'react'
import styles from './auth-layout.module.css'

/** One narrow card for a short form. */
export function AuthLayout({ children }: { children: ReactNode }) {
  return <div className={styles.card}>{children}</div>
}
