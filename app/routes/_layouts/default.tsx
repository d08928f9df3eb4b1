import { Outlet, useOutletContext } from '@remix-run/react'
import { WcagLayout } from '~/layouts/wcag-layout'

/** A page as wide as the site, without a side menu. */
export default function Default() {
  if (!useOutletContext()) return <Outlet />
  return (
    <WcagLayout>
      <Outlet />
    </WcagLayout>
  )
}
