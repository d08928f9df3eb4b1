import type { ReactNode } from 'react'
import type { IconName } from '../icon/icon'
import { Icon } from '../icon/icon'
import styles from './empty-state.module.css'

export type EmptyStateProps = {
  icon: IconName
  title: string
  children: ReactNode
  /** What to do next. */
  action?: ReactNode
}

/** Shown instead of an empty list, with what to do about it. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.icon}>
        <Icon name={icon} size="large" />
      </span>
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.text}>{children}</div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
