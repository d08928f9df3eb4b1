import type { MenuItem as BaseMenuItem } from 'contract/base-data'
import type { MenuItem } from '../ui/navigation-menu/navigation-menu'

/** Converts the top menu of base data to items of the navigation menu. */
export function menuItems(items: readonly BaseMenuItem[]): MenuItem[] {
  return items.map(({ title, url, children }) => ({
    title,
    url,
    ...(children && children.length > 0 && { children: menuItems(children) }),
  }))
}
