import { pageEvents } from '../navigation-focus/page-events'

/** A menu of which one list at most is unfolded, and none for longer than somebody is at it. */
const BAR = '[data-look="bar"]'

/**
 * Folds the lists that hang below a menu when the pointer or the focus goes elsewhere, on Escape, and on the way to
 * another page; without it they are unfolded and folded by their own buttons alone. For the whole document, once.
 */
export function foldMenus() {
  document.addEventListener('pointerdown', leave)
  document.addEventListener('focusin', leave)
  document.addEventListener('keydown', closeByKey)
  window.addEventListener(pageEvents.finish, () => fold(document.querySelectorAll(`[data-look] details`)))
}

function leave({ target }: Event) {
  if (!(target instanceof Node)) return
  for (const bar of document.querySelectorAll(BAR))
    if (!bar.contains(target)) fold([...bar.querySelectorAll('details')].filter(hangs))
}

/**
 * In a narrow place a list unfolds in the menu itself: folded by a press on what stands below it, it would pull that from
 * under the finger.
 */
function hangs(group: Element) {
  const list = group.querySelector('ul')
  return list !== null && getComputedStyle(list).position === 'absolute'
}

function closeByKey({ key, target }: KeyboardEvent) {
  if (key !== 'Escape' || !(target instanceof Element)) return
  const open = target.closest<HTMLDetailsElement>(`${BAR} details[open]`)
  if (!open) return
  open.open = false
  open.querySelector('summary')?.focus()
}

function fold(lists: Iterable<Element>) {
  for (const list of lists) list.removeAttribute('open')
}
