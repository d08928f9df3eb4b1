import type { MenuItem as BaseMenuItem } from 'contract/base-data'
import type { MenuItem } from '../ui/navigation-menu/navigation-menu'

/** The top menu of base data as the navigation menu takes it. */
export function menuItems(items: readonly BaseMenuItem[]): MenuItem[] {
  return items.map(({ title, url, children }) => ({
    title,
    url,
    ...(children && children.length > 0 && { children: menuItems(children) }),
  }))
}
