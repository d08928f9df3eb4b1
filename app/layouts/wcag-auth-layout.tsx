import type { ReactNode } from 'react'

/** The accessible version of a short form: one column without a card. Its styles: features/accessible-version/accessible.css. */
export function WcagAuthLayout({ children }: { children: ReactNode }) {
  return <div data-layout="wcag-auth">{children}</div>
}
