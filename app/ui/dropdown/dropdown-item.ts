import type { IconName } from '../icon/icon-name'

/** A link, or with `post` a one-button form that sends these values to the page's action. */
export type DropdownItem = {
  text: string
  icon: IconName
  /** Added to `text` for screen readers in the row, where items of several menus are on one page. */
  about?: string
  /** For irreversible actions. */
  tone?: 'danger'
} & ({ to: string } | { post: Readonly<Record<string, string>>; pendingText: string })
