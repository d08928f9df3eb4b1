import type { RefObject } from 'react'
import { isNearTouch } from './touch-tolerance'

type OutsideEvent = CustomEvent<{ originalEvent: Event }>

/**
 * Lets a panel stay where Radix would close it: the trigger's own press closes it by itself, and a touch just beside
 * the panel was meant for it.
 */
export function keepOpen(trigger: RefObject<HTMLElement>, panel: RefObject<HTMLElement>) {
  return (event: OutsideEvent) => {
    const { originalEvent } = event.detail
    const onTrigger = originalEvent.target instanceof Node && trigger.current?.contains(originalEvent.target)
    const nearby =
      panel.current &&
      originalEvent instanceof PointerEvent &&
      isNearTouch(originalEvent, panel.current.getBoundingClientRect())
    if (onTrigger || nearby) event.preventDefault()
  }
}
