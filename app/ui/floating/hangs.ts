/**
 * Whether an unfolded panel or list hangs over the page. On narrow screens it stands in the page: folding it on a press
 * below would move the target away from under the finger.
 */
export const hangs = (unfolded: Element | null) =>
  unfolded !== null && getComputedStyle(unfolded).position === 'absolute'
