import { pageEvents } from '../navigation-focus/page-events'

/**
 * Calls `leave` when the visitor leaves a `details`: presses or focuses something else, goes to another page, or presses
 * Escape while it is unfolded. Returns the function that stops this.
 */
export function onLeaving(details: HTMLDetailsElement, leave: (event: Event) => void) {
  const listeners = new AbortController()
  const { signal } = listeners
  const leaveIfOutside = (event: Event) => {
    const isInside = event.target instanceof Node && details.contains(event.target)
    if (!isInside && (!details.open || isFloating(details.lastElementChild))) leave(event)
  }
  document.addEventListener('pointerdown', leaveIfOutside, { signal })
  document.addEventListener('focusin', leaveIfOutside, { signal })
  document.addEventListener('keydown', (event) => event.key === 'Escape' && details.open && leave(event), {
    signal,
  })
  window.addEventListener(pageEvents.start, leave, { signal })
  return () => listeners.abort()
}

/**
 * Whether an unfolded panel or list lies over the page. On narrow screens it is part of the page: folding it on a press
 * below would move the target away from under the finger.
 */
export const isFloating = (unfolded: Element | null) =>
  unfolded !== null && getComputedStyle(unfolded).position === 'absolute'
