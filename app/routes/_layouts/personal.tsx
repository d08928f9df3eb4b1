import { Outlet, useOutletContext } from '@remix-run/react'
import { PersonalLayout } from '~/layouts/personal-layout'
import { PersonalMenu, type PersonalMenuItem } from '~/layouts/personal-menu'
import { WcagLayout } from '~/layouts/wcag-layout'
import { paths } from '~/paths'

const items: readonly PersonalMenuItem[] = [
  { title: 'Лицевые счета', to: paths.accounts, icon: 'wallet', end: true },
  { title: 'Счета', to: paths.invoice(), icon: 'receipt-text' },
  { title: 'История', to: paths.history(), icon: 'rotate-ccw-clock' },
  { title: 'Оплатить', to: paths.personalPay(), icon: 'credit-card' },
  { title: 'Автоплатежи', to: paths.autopayments, icon: 'repeat' },
  { title: 'Добавить счёт', to: paths.addAccount, icon: 'plus' },
  { title: 'Профиль', to: paths.profile, icon: 'user' },
]

/** Checks no access: each page has its own guard. */
export default function PersonalPages() {
  const Layout = useOutletContext() ? WcagLayout : PersonalLayout
  return (
    <Layout menu={<PersonalMenu items={items} />}>
      <Outlet />
    </Layout>
  )
}
