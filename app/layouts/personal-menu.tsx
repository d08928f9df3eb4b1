import { useLocation } from '@remix-run/react'
import { Icon } from '../ui/icon/icon'
import type { IconName } from '../ui/icon/icon-name'
import { isCurrent } from '../ui/link/is-current'
import { PageLink } from '../ui/link/page-link'
import { useCachedFragment } from './fragment-cache'
import styles from './personal-layout.module.css'

export type PersonalMenuItem = {
  title: string
  to: string
  icon: IconName
  /** Current on this page only, not on its subpages. */
  end?: boolean
}

/** The menu of the personal pages. */
export function PersonalMenu({ items }: { items: readonly PersonalMenuItem[] }) {
  const { pathname } = useLocation()

  const links = useCachedFragment(items, pathname, () =>
    items.map(({ title, to, icon, end = false }) => (
      <li key={to}>
        <PageLink
          className={styles.item}
          to={to}
          aria-current={isCurrent(to, pathname, { andUnder: !end }) ? 'page' : undefined}
        >
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
