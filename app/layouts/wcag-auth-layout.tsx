import type { ReactNode } from 'react'

/**
 * The accessible version's layout of a short form: one column without a card. Styles:
 * features/accessible-version/accessible.css.
 */
export function WcagAuthLayout({ children }: { children: ReactNode }) {
  return <div data-layout="wcag-auth">{children}</div>
}
