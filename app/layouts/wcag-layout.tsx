import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'

export interface WcagLayoutProps {
  /** The menu of the personal pages, above the page. It is folded if a line has room for few words only. */
  menu?: ReactNode
  children: ReactNode
}

/**
 * The accessible version's layout of a page: one column at every width. Styles:
 * preferences/accessible-version/accessible.css.
 */
export function WcagLayout({ menu, children }: WcagLayoutProps) {
  const { key } = useLocation()
  return (
    <div data-layout="wcag">
      {/* Empty, as in the header: styles fold its next siblings, the menu and the account switcher. */}
      {menu && (
        // A navigation closes it.
        <details key={key} data-print="hidden">
          <summary>Меню кабинета</summary>
        </details>
      )}
      {menu}
      {children}
    </div>
  )
}
