import { Outlet, useOutletContext } from '@remix-run/react'
import { DefaultLayout } from '~/layouts/default-layout'
import { WcagLayout } from '~/layouts/wcag-layout'

export default function Default() {
  const Layout = useOutletContext() ? WcagLayout : DefaultLayout
  return (
    <Layout>
      <Outlet />
    </Layout>
  )
}
