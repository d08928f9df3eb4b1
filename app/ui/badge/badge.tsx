import type { ReactNode } from 'react'
import { Icon } from '../icon/icon'
import type { IconName } from '../icon/icon-name'
import styles from './badge.module.css'

export type BadgeTone = 'default' | 'accent' | 'due' | 'paid' | 'overdue'

// The tick of what is paid is drawn by the styles: lists have many of it.
const icons: Partial<Record<BadgeTone, IconName>> = { overdue: 'circle-alert', due: 'clock' }

/** The state of a thing in two or three words; never colour alone. */
export function Badge({ children, tone = 'default' }: { children: ReactNode; tone?: BadgeTone }) {
  const icon = icons[tone]
  return (
    <span className={styles.badge} data-tone={tone}>
      {icon && <Icon name={icon} />}
      {icon ? <span>{children}</span> : children}
    </span>
  )
}
