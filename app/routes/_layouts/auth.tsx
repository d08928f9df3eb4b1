import { Outlet, useOutletContext } from '@remix-run/react'
import type { ReactNode } from 'react'
import styles from '~/layouts/auth-layout.module.css'

export default function Auth() {
  const Layout = useOutletContext() ? WcagAuthLayout : AuthLayout
  return (
    <Layout>
      <Outlet />
    </Layout>
  )
}

/** One narrow card for a short form. */
function AuthLayout({ children }: { children: ReactNode }) {
  return <div className={styles.card}>{children}</div>
}

/**
 * The accessible version's layout of a short form: one column without a card. Styles:
 * preferences/accessible-version/accessible.css.
 */
function WcagAuthLayout({ children }: { children: ReactNode }) {
  return <div data-layout="wcag-auth">{children}</div>
}
