import { Link, useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { Icon } from '../icon/icon'
import { isCurrent } from '../link/is-current'
import { ExternalMark } from '../link/link'
import { linkTarget } from '../link/link-target'
import styles from './navigation-menu.module.css'

export type MenuItem = { title: string; url: string; children?: readonly MenuItem[] | undefined }

/**
 * A list of links. An item with children unfolds (`details`), its own page first among them. An address that leads
 * nowhere safe is left out. `bar` lays the first level out in a row, its lists hang below; `list` stacks everything.
 */
export function NavigationMenu({ items, look }: { items: readonly MenuItem[]; look: 'bar' | 'list' }) {
  const menu = useRef<HTMLUListElement>(null)
  const { key } = useLocation()

  useEffect(() => {
    // Each page has a key: a navigation folds what was unfolded.
    if (key) fold(menu.current)
  }, [key])

  useEffect(() => {
    function leave(event: Event) {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) fold(menu.current)
    }
    function closeByKey(event: KeyboardEvent) {
      if (event.key !== 'Escape' || !(event.target instanceof Element)) return
      const open = event.target.closest('details[open]')
      if (!(open instanceof HTMLDetailsElement) || !menu.current?.contains(open)) return
      open.open = false
      open.querySelector('summary')?.focus()
    }
    if (look !== 'bar') return
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    document.addEventListener('keydown', closeByKey)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
      document.removeEventListener('keydown', closeByKey)
    }
  }, [look])

  return (
    <ul className={styles.menu} data-look={look} ref={menu}>
      {items.map((item) => (
        <Item key={`${item.title} ${item.url}`} item={item} top />
      ))}
    </ul>
  )
}

function fold(menu: HTMLElement | null) {
  for (const details of menu?.querySelectorAll('details') ?? []) details.open = false
}

function Item({ item, top = false }: { item: MenuItem; top?: boolean }) {
  const children = item.children ?? []
  if (children.length === 0) {
    return linkTarget(item.url) ? (
      <li>
        <ItemLink item={item} />
      </li>
    ) : null
  }
  return (
    <li>
      <details className={styles.group} data-top={top}>
        <summary className={styles.item}>
          <span>{item.title}</span>
          <Icon name="chevron-down" />
        </summary>
        <ul className={styles.children}>
          {linkTarget(item.url) && (
            <li>
              <ItemLink item={item} />
            </li>
          )}
          {children.map((child) => (
            <Item key={`${child.title} ${child.url}`} item={child} />
          ))}
        </ul>
      </details>
    </li>
  )
}

function ItemLink({ item }: { item: MenuItem }) {
  const { pathname } = useLocation()
  const target = linkTarget(item.url)
  if (!target) return null
  return target.kind === 'external' ? (
    <a className={styles.item} href={target.url} rel="noopener">
      {item.title}
      <ExternalMark />
    </a>
  ) : (
    <Link
      className={styles.item}
      to={target.path}
      aria-current={isCurrent(target.path, pathname) ? 'page' : undefined}
    >
      {item.title}
    </Link>
  )
}
