import { useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { Icon } from '../ui/icon/icon'
import type { IconName } from '../ui/icon/icon-name'
import { isCurrent } from '../ui/link/is-current'
import { PageLink } from '../ui/link/page-link'
import { useCachedFragment } from './fragment-cache'
import styles from './personal-layout.module.css'

/** What stays between a link and the bar's end, px. */
const EDGE = 16

export type PersonalMenuItem = {
  title: string
  to: string
  icon: IconName
  /** Current on this very page only, not on the pages under it. */
  end?: boolean
}

/** The menu of the signed-in part. */
export function PersonalMenu({ items }: { items: readonly PersonalMenuItem[] }) {
  const menu = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()

  useEffect(() => {
    // Where the bar is swiped, the page that one is on stays in sight.
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

// By hand: browsers leave a half-hidden link as it is, and `scrollIntoView` would move the whole page too.
function bringIn(bar: Element, link: Element) {
  const seen = bar.getBoundingClientRect()
  const { left, right } = link.getBoundingClientRect()
  if (right > seen.right) bar.scrollLeft += right - seen.right + EDGE
  else if (left < seen.left) bar.scrollLeft -= seen.left - left + EDGE
}
