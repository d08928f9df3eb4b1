import { Outlet } from '@remix-run/react'
import { DefaultLayout } from '~/layouts/default-layout'

export default function Default() {
  return (
    <DefaultLayout>
      <Outlet />
    </DefaultLayout>
  )
}
