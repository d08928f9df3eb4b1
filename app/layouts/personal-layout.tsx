import { useLocation, useMatches } from '@remix-run/react'
import type { ReactNode } from 'react'
import { paths } from '../paths'
import type { IconName } from '../ui/icon/icon'
import { Icon } from '../ui/icon/icon'
import { isCurrent } from '../ui/link/link-target'
import { PageLink } from '../ui/link/page-link'
import { useCachedFragment } from './fragment-cache'
import styles from './personal-layout.module.css'

export type PersonalLayoutProps = {
  menu: ReactNode
  children: ReactNode
}

/** The layout of the personal pages: the menu at the left, on narrow screens as tiles above the page. */
export function PersonalLayout({ menu, children }: PersonalLayoutProps) {
  return (
    <div className={styles.columns}>
      <div className={styles.side}>{menu}</div>
      <div className={styles.page}>{children}</div>
    </div>
  )
}

export type PersonalMenuItem = {
  title: string
  to: string
  icon: IconName
}

/**
 * The menu of the personal pages. Each page belongs to one section: to the one at its own address, to the one above it, or to
 * the `section` of its route's handle.
 */
export function PersonalMenu({ items }: { items: readonly PersonalMenuItem[] }) {
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
