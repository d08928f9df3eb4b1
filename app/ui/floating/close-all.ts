import { pageEvents } from '../navigation-focus/page-events'

/** For so long after everything was closed at once nothing is shown. */
export const BLOCKED_MS = 300

const closers = new Set<() => void>()
let closedAt = Number.NEGATIVE_INFINITY

/** Closes whatever floats over the page, and keeps anything from being shown for a moment. */
export function closeAll() {
  closedAt = performance.now()
  for (const close of closers) close()
}

/** Something is open: calls `close` when everything is to be closed, until the function that this gives is called. */
export function onCloseAll(close: () => void) {
  closers.add(close)
  return () => void closers.delete(close)
}

/** Whether something may be shown at this moment. */
export const mayShow = () => performance.now() - closedAt >= BLOCKED_MS

/** What a navigation does; where nothing is open there is nothing to close, and nobody's press is refused. */
export function closeOnNavigation() {
  if (closers.size > 0) closeAll()
}

if (typeof window !== 'undefined') window.addEventListener(pageEvents.start, closeOnNavigation)
