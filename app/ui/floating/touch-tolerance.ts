/** A touch that misses a panel by at most this much was meant for it. */
const TOUCH_TOLERANCE_PX = 20

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>
type Touch = Pick<PointerEvent, 'pointerType' | 'clientX' | 'clientY'>

/** Whether this is a touch close enough to the box to keep it open. */
export function isNearTouch({ pointerType, clientX, clientY }: Touch, { left, top, right, bottom }: Box) {
  if (pointerType !== 'touch') return false
  const aside = Math.max(left - clientX, clientX - right, 0)
  const above = Math.max(top - clientY, clientY - bottom, 0)
  return Math.hypot(aside, above) <= TOUCH_TOLERANCE_PX
}
