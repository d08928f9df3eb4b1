import { Outlet, useOutletContext } from '@remix-run/react'
import { AuthLayout } from '~/layouts/auth-layout'
import { WcagAuthLayout } from '~/layouts/wcag-auth-layout'

export default function Auth() {
  const Layout = useOutletContext() ? WcagAuthLayout : AuthLayout
  return (
    <Layout>
      <Outlet />
    </Layout>
  )
}
