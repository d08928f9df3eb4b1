import type { ReactNode } from 'react'

export interface WcagLayoutProps {
  /** The menu of the personal pages, shown above the page. */
  menu?: ReactNode
  children: ReactNode
}

/**
 * The accessible version's layout of a page: one column at every width. Styles:
 * features/accessible-version/accessible.css.
 */
export function WcagLayout({ menu, children }: WcagLayoutProps) {
  return (
    <div data-layout="wcag">
      {menu}
      {children}
    </div>
  )
}
