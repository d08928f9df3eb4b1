import { type RefObject, useEffect, useRef } from 'react'
import { isNearTouch } from './touch-tolerance'

type OutsideEvent = CustomEvent<{ originalEvent: Event }>

/**
 * Lets a panel stay where Radix would close it: the trigger's own press closes it by itself, and a touch just beside
 * the panel was meant for it, even if it takes the focus away.
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
    // Before Radix, which hears of a touch only when it has become a click.
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
