import { Outlet, useLocation, useMatches, useOutletContext, useRouteLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useCachedFragment } from '~/layouts/fragment-cache'
import { WcagLayout } from '~/layouts/wcag-layout'
import { paths } from '~/paths'
import type { loadRootData } from '~/server/pages/root-data.server'
import { Icon, type IconName } from '~/ui/icon/icon'
import { isCurrent } from '~/ui/link/link-target'
import { PageLink } from '~/ui/link/page-link'
import styles from './personal.module.css'

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

interface PersonalLayoutProps {
  menu: ReactNode
  children: ReactNode
}

/** The layout of the personal pages: the menu at the left, on narrow screens as tiles above the page. */
function PersonalLayout({ menu, children }: PersonalLayoutProps) {
  return (
    <div className={styles.columns}>
      <div className={styles.side}>{menu}</div>
      <div className={styles.page}>{children}</div>
    </div>
  )
}

interface PersonalMenuItem {
  title: string
  to: string
  icon: IconName
}

/**
 * The menu of the personal pages. Each page belongs to one section: to the one at its own address, to the one above it, or to
 * the `section` of its route's handle.
 */
function PersonalMenu({ items }: { items: readonly PersonalMenuItem[] }) {
  const { pathname } = useLocation()
  const section = useMatches()
    .map(({ handle }) => sectionOf(handle))
    .find(Boolean)

  const links = useCachedFragment(items, pathname, () =>
    items.map(({ title, to, icon }) => (
      <li key={to}>
        <PageLink className={styles.item} to={to} aria-current={currentOf(to, pathname, section)}>
          <Icon name={icon} />
          <span>{title}</span>
        </PageLink>
      </li>
    )),
  )

  return (
    <nav aria-label="Личный кабинет" data-print="hidden">
      <ul className={styles.menu} {...links} />
    </nav>
  )
}

const sectionOf = (handle: unknown) =>
  typeof handle === 'object' && handle !== null && 'section' in handle ? handle.section : undefined

const currentOf = (to: string, pathname: string, section: unknown) => {
  if (isCurrent(to, pathname)) return 'page'
  // Every page is under the list of accounts.
  return to === section || isCurrent(to, pathname, { andUnder: to !== paths.accounts }) ? 'true' : undefined
}
