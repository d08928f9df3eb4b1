/**
 * Window events of a client-side navigation, whether it ends at a page, an error screen or a rejected form:
 * `page:start` when it begins, `page:finish` when the result is rendered, one each. A navigation that replaces a
 * pending one belongs to it. A jump within the page fires none; Back from it does, as the page's data is loaded again.
 * Meanwhile <html> is marked for styles.
 */
export const pageEvents = { start: 'page:start', finish: 'page:finish' } as const

let isNavigating = false

/** Reports whether a navigation is in progress; repeated values are ignored. */
export function reportNavigation(busy: boolean) {
  if (busy === isNavigating) return
  isNavigating = busy
  document.documentElement.toggleAttribute('data-navigating', busy)
  dispatchEvent(new Event(busy ? pageEvents.start : pageEvents.finish))
}
