import { useLocation } from '@remix-run/react'
import { Icon } from '../icon/icon'
import { ExternalMark } from '../link/link'
import { isCurrent, linkTarget } from '../link/link-target'
import { PageLink } from '../link/page-link'
import styles from './navigation-menu.module.css'

export type MenuItem = { title: string; url: string; children?: readonly MenuItem[] | null | undefined }

/**
 * A list of links. An item with children unfolds (`details`) and has its own page as the first link. Items with an
 * unsafe address are left out. `bar` lays the first level out in a row with dropdown lists, which `foldMenus` closes;
 * `list` stacks everything.
 */
export function NavigationMenu({ items, look }: { items: readonly MenuItem[]; look: 'bar' | 'list' }) {
  return (
    <ul className={styles.menu} data-look={look}>
      {items.map((item) => (
        <Item key={`${item.title} ${item.url}`} item={item} top />
      ))}
    </ul>
  )
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
    <PageLink
      className={styles.item}
      to={target.path}
      aria-current={isCurrent(target.path, pathname) ? 'page' : undefined}
    >
      {item.title}
    </PageLink>
  )
}
