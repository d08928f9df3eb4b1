/**
 * What the window hears of a client-side navigation, whether it leads to another page, to an error screen or back to a
 * refused form: `page:start` when it begins, `page:finish` when what it led to is drawn, one each. A navigation that
 * another one overtakes is one with it; a jump within the page is none. While it goes on, <html> is marked for styles.
 */
export const pageEvents = { start: 'page:start', finish: 'page:finish' } as const

let underWay = false

/** Tells the window that a navigation is or is no longer under way; the same told twice is told once. */
export function tellNavigation(busy: boolean) {
  if (busy === underWay) return
  underWay = busy
  document.documentElement.toggleAttribute('data-navigating', busy)
  dispatchEvent(new Event(busy ? pageEvents.start : pageEvents.finish))
}
