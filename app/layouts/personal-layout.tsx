import type { ReactNode } from 'react'
import styles from './personal-layout.module.css'

export type PersonalLayoutProps = {
  menu: ReactNode
  children: ReactNode
}

/** The layout of the personal pages: the menu at the left, on narrow screens as tiles above the page. */
export function PersonalLayout({ menu, children }: PersonalLayoutProps) {
  return (
    <div className={styles.columns}>
      <div className={styles.side}>{menu}</div>
      <div className={styles.page}>{children}</div>
    </div>
  )
}
