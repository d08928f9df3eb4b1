import { forwardRef, type KeyboardEvent, type RefObject, useEffect, useImperativeHandle, useRef } from 'react'

/** The distance between a trigger and its panel. */
export const DISTANCE_PX = 12
/** The least distance between a panel and the window's edge. */
export const EDGE_PX = 8

/** The landmark of an element: its panel is rendered there, so that no content is outside of all landmarks. */
export const landmarkOf = (element: Element | null) =>
  element?.closest<HTMLElement>('main, header, footer') ?? null

/**
 * Stands in for a trigger that is already on the page, so that Radix positions its panel there. Renders nothing and
 * ignores Radix's attributes, because the trigger has its own.
 */
export const ExistingTrigger = forwardRef<HTMLElement | null, { element: RefObject<HTMLElement> }>(
  function AdoptedTrigger({ element }, ref) {
    useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => element.current, [element])
    return null
  },
)

type OutsideEvent = CustomEvent<{ originalEvent: Event }>

/**
 * Keeps a panel open where Radix would close it: a press on the trigger already toggles it, and a touch just beside the
 * panel was meant for it, even if it moves the focus.
 */
export function useKeepOpen(trigger: RefObject<HTMLElement>, panel: RefObject<HTMLElement>) {
  const isTouchNearby = useRef(false)

  useEffect(() => {
    const checkTouch = (event: PointerEvent) => {
      const box = panel.current?.getBoundingClientRect()
      isTouchNearby.current = box !== undefined && isNearTouch(event, box)
    }
    const resetTouch = () => {
      isTouchNearby.current = false
    }
    // In the capture phase, before Radix, which reacts when the touch has become a click.
    document.addEventListener('pointerdown', checkTouch, true)
    document.addEventListener('keydown', resetTouch, true)
    return () => {
      document.removeEventListener('pointerdown', checkTouch, true)
      document.removeEventListener('keydown', resetTouch, true)
    }
  }, [panel])

  return (event: OutsideEvent) => {
    const { target } = event.detail.originalEvent
    if (isTouchNearby.current || (target instanceof Node && trigger.current?.contains(target)))
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

/**
 * Handles Tab out of a panel, which is rendered at another place than its trigger. Closes the panel; the browser then
 * moves the focus to the element after the trigger. Shift+Tab moves the focus to the trigger.
 */
export function useTabOut(trigger: RefObject<HTMLElement>, close: () => void) {
  const isMovingOn = useRef(false)

  function tabOut(event: KeyboardEvent) {
    isMovingOn.current = !event.shiftKey
    if (event.shiftKey) event.preventDefault()
    else trigger.current?.focus({ preventScroll: true })
    close()
  }

  /** Radix would return the focus to the trigger a moment later, after it has moved on. */
  function onCloseAutoFocus(event: Event) {
    if (isMovingOn.current) event.preventDefault()
    isMovingOn.current = false
  }

  return { tabOut, onCloseAutoFocus }
}
