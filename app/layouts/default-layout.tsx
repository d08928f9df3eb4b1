import type { ReactNode } from 'react'

/** A page as wide as the site, without a menu of its own. */
export function DefaultLayout({ children }: { children: ReactNode }) {
  return <>{children}</>
}
