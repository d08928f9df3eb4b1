import { Outlet } from '@remix-run/react'
import { AuthLayout } from '~/layouts/auth-layout'

export default function Layout() {
  return (
    <AuthLayout>
      <Outlet />
    </AuthLayout>
  )
}
