import type { IconName } from '../icon/icon-name'

/** A link, or with `post` a form of one button that sends these values to the page's own action. */
export type DropdownItem = {
  text: string
  icon: IconName
  /** What a screen reader adds to `text` in the row, where items of several menus stand on one page. */
  about?: string
  /** For what cannot be undone. */
  tone?: 'danger'
} & ({ to: string } | { post: Readonly<Record<string, string>>; pendingText: string })
