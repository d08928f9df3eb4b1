import { isFloating } from '../floating/on-leaving'
import { pageEvents } from '../navigation-focus/page-events'

/** A menu bar. At most one of its lists that lie over the page is open. */
const BAR = '[data-look="bar"]'

/**
 * Closes the open lists of menu bars when the pointer or the focus leaves them, also for another item of the bar, on
 * Escape, and on a navigation. For the whole document, once.
 */
export function foldMenus() {
  document.addEventListener('pointerdown', closeOthers)
  document.addEventListener('focusin', closeOthers)
  document.addEventListener('keydown', closeByKey)
  window.addEventListener(pageEvents.finish, () => fold(document.querySelectorAll(`[data-look] details`)))
}

function closeOthers({ target }: Event) {
  if (!(target instanceof Node)) return
  const open = [...document.querySelectorAll(`${BAR} details[open]`)]
  fold(open.filter((group) => !group.contains(target) && isFloating(group.querySelector('ul'))))
}

function closeByKey({ key }: KeyboardEvent) {
  if (key !== 'Escape') return
  for (const open of document.querySelectorAll<HTMLDetailsElement>(`${BAR} details[open]`)) {
    const hasFocus = open.contains(document.activeElement)
    if (!hasFocus && !isFloating(open.querySelector('ul'))) continue
    open.open = false
    if (hasFocus) open.querySelector('summary')?.focus()
  }
}

function fold(lists: Iterable<Element>) {
  for (const list of lists) list.removeAttribute('open')
}
