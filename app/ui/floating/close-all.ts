import { pageEvents } from '../navigation-focus/page-events'

/** How long nothing may open after everything was closed. */
const BLOCKED_MS = 300

const closers = new Set<() => void>()
let closedAt = Number.NEGATIVE_INFINITY

/** Closes everything that floats over the page and blocks opening for a moment. */
export function closeAll() {
  closedAt = performance.now()
  for (const close of closers) close()
}

/** Registers `close` for an open element; returns the function that unregisters it. */
export function onCloseAll(close: () => void) {
  closers.add(close)
  return () => void closers.delete(close)
}

/** Whether something may open now. */
export const mayShow = () => performance.now() - closedAt >= BLOCKED_MS

/** Called on a navigation. When nothing is open, nothing is blocked. */
export function closeOnNavigation() {
  if (closers.size > 0) closeAll()
}

if (typeof window !== 'undefined') window.addEventListener(pageEvents.start, closeOnNavigation)
