import { Outlet, useOutletContext, useRouteLoaderData } from '@remix-run/react'
import { PersonalLayout, PersonalMenu, type PersonalMenuItem } from '~/layouts/personal-layout'
import { WcagLayout } from '~/layouts/wcag-layout'
import { paths } from '~/paths'
import type { loadRootData } from '~/server/pages/root-data.server'

const items: readonly PersonalMenuItem[] = [
  { title: 'Лицевые счета', to: paths.accounts, icon: 'wallet' },
  { title: 'Квитанции', to: paths.invoice(), icon: 'receipt-text' },
  { title: 'История', to: paths.history(), icon: 'rotate-ccw-clock' },
  { title: 'Оплатить', to: paths.personalPay(), icon: 'credit-card' },
  { title: 'Автоплатежи', to: paths.autopayments, icon: 'repeat' },
  { title: 'Добавить лицевой счёт', to: paths.addAccount, icon: 'plus' },
  { title: 'Профиль', to: paths.profile, icon: 'user' },
]

const withReadings: readonly PersonalMenuItem[] = [
  ...items.slice(0, 2),
  { title: 'Показания', to: paths.readings(), icon: 'gauge' },
  ...items.slice(2),
]

/** Checks no access: each page has its own guard. */
export default function PersonalPages() {
  const Layout = useOutletContext() ? WcagLayout : PersonalLayout
  const features = useRouteLoaderData<typeof loadRootData>('root')?.base?.features
  return (
    <Layout menu={<PersonalMenu items={features?.includes('readings') ? withReadings : items} />}>
      <Outlet />
    </Layout>
  )
}
