import type { ReactNode } from 'react'
import { Icon } from '../icon/icon'
import type { IconName } from '../icon/icon-name'
import styles from './empty-state.module.css'

export type EmptyStateProps = {
  icon: IconName
  title: string
  children: ReactNode
  /** What to do next. */
  action?: ReactNode
  level?: 2 | 3
}

/** Shown instead of an empty list, with what to do about it. */
export function EmptyState({ icon, title, children, action, level = 2 }: EmptyStateProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className={styles.empty}>
      <span className={styles.icon}>
        <Icon name={icon} size="large" />
      </span>
      <Heading className={styles.title}>{title}</Heading>
      <div className={styles.text}>{children}</div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
