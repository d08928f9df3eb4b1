import type { ReactNode } from 'react'

export interface WcagLayoutProps {
  /** The menu of the signed-in part, which stands above its pages. */
  menu?: ReactNode
  children: ReactNode
}

/** The accessible version of a page: one column, whatever the width. Its styles: features/accessible-version/accessible.css. */
export function WcagLayout({ menu, children }: WcagLayoutProps) {
  return (
    <div data-layout="wcag">
      {menu}
      {children}
    </div>
  )
}
