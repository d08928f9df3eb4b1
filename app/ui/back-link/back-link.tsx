import type { ReactNode } from 'react'
import { Icon } from '../icon/icon'
import { PageLink } from '../link/page-link'
import styles from './back-link.module.css'

/** A link one level up, above the h1; its text names the target page. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <PageLink className={styles.back} to={to} data-print="hidden">
      <Icon name="arrow-left" />
      <span>{children}</span>
    </PageLink>
  )
}
