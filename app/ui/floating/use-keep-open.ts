import { type RefObject, useEffect, useRef } from 'react'
import { isNearTouch } from './touch-tolerance'

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
