import { useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { Icon } from '../ui/icon/icon'
import type { IconName } from '../ui/icon/icon-name'
import { isCurrent } from '../ui/link/is-current'
import { PageLink } from '../ui/link/page-link'
import { useCachedFragment } from './fragment-cache'
import styles from './personal-layout.module.css'

/** The distance kept between a link and the bar's end, px. */
const EDGE = 16

export type PersonalMenuItem = {
  title: string
  to: string
  icon: IconName
  /** Current on this page only, not on its subpages. */
  end?: boolean
}

/** The menu of the personal pages. */
export function PersonalMenu({ items }: { items: readonly PersonalMenuItem[] }) {
  const menu = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()

  useEffect(() => {
    // In a scrollable bar the link of the current page is kept in view.
    const current = pathname && menu.current?.querySelector('[aria-current]')
    if (menu.current && current) bringIn(menu.current, current)
  }, [pathname])

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
      <ul
        className={styles.menu}
        ref={menu}
        onFocus={({ currentTarget, target }) => bringIn(currentTarget, target)}
        {...links}
      />
    </nav>
  )
}

// Scrolls the bar only: browsers leave a half-visible link where it is, and `scrollIntoView` would move the whole page
// too.
function bringIn(bar: Element, link: Element) {
  const seen = bar.getBoundingClientRect()
  const { left, right } = link.getBoundingClientRect()
  if (right > seen.right) bar.scrollLeft += right - seen.right + EDGE
  else if (left < seen.left) bar.scrollLeft -= seen.left - left + EDGE
}
