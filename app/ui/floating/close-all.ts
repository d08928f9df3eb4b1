import { lastStart, pageEvents } from '../navigation-focus/page-events'

/** For so long after everything was closed at once nothing is shown. */
export const BLOCKED_MS = 300

const closers = new Set<() => void>()
let closedAt = Number.NEGATIVE_INFINITY

/** Closes whatever floats over the page, and keeps anything from being shown for a moment; each navigation does. */
export function closeAll() {
  closedAt = performance.now()
  for (const close of closers) close()
}

/** Calls `close` whenever everything is to be closed, until the function that this gives is called. */
export function onCloseAll(close: () => void) {
  closers.add(close)
  return () => void closers.delete(close)
}

/** Whether something may be shown at this moment. */
export const mayShow = () => performance.now() - Math.max(closedAt, lastStart()) >= BLOCKED_MS

if (typeof window !== 'undefined') window.addEventListener(pageEvents.start, closeAll)
