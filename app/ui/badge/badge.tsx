import type { ReactNode } from 'react'
import type { IconName } from '../icon/icon'
import { Icon } from '../icon/icon'
import styles from './badge.module.css'

export type BadgeTone = 'default' | 'accent' | 'due' | 'paid' | 'overdue'

// The tick of a paid item is drawn by CSS, because lists repeat it many times.
const icons: Partial<Record<BadgeTone, IconName>> = { overdue: 'circle-alert', due: 'clock' }

/** A status in two or three words; never by colour alone. */
export function Badge({ children, tone = 'default' }: { children: ReactNode; tone?: BadgeTone }) {
  const icon = icons[tone]
  return (
    <span className={styles.badge} data-tone={tone}>
      {icon && <Icon name={icon} />}
      {icon ? <span>{children}</span> : children}
    </span>
  )
}
