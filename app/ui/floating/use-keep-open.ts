import { type RefObject, useEffect, useRef } from 'react'

type OutsideEvent = CustomEvent<{ originalEvent: Event }>

/**
 * Keeps a panel open where Radix would close it: a press on the trigger already toggles it, and a touch just beside the
 * panel was meant for it, even if it moves the focus.
 */
export function useKeepOpen(trigger: RefObject<HTMLElement>, panel: RefObject<HTMLElement>) {
  const touchedNearby = useRef(false)

  useEffect(() => {
    const judge = (event: PointerEvent) => {
      const box = panel.current?.getBoundingClientRect()
      touchedNearby.current = box !== undefined && isNearTouch(event, box)
    }
    const forget = () => {
      touchedNearby.current = false
    }
    // In the capture phase, before Radix, which reacts when the touch has become a click.
    document.addEventListener('pointerdown', judge, true)
    document.addEventListener('keydown', forget, true)
    return () => {
      document.removeEventListener('pointerdown', judge, true)
      document.removeEventListener('keydown', forget, true)
    }
  }, [panel])

  return (event: OutsideEvent) => {
    const { target } = event.detail.originalEvent
    if (touchedNearby.current || (target instanceof Node && trigger.current?.contains(target)))
      event.preventDefault()
  }
}

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
