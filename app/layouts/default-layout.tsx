import type { ReactNode } from 'react'

/** A page as wide as the site, without a side menu. */
export function DefaultLayout({ children }: { children: ReactNode }) {
  return <>{children}</>
}
