import { type KeyboardEvent, type RefObject, useRef } from 'react'

/**
 * Tab out of a panel, which is rendered at another place than its trigger: the panel closes, and the browser goes on
 * behind the trigger. Shift+Tab goes back to the trigger.
 */
export function useTabOut(trigger: RefObject<HTMLElement>, close: () => void) {
  const goesOn = useRef(false)

  function tabOut(event: KeyboardEvent) {
    goesOn.current = !event.shiftKey
    if (event.shiftKey) event.preventDefault()
    else trigger.current?.focus({ preventScroll: true })
    close()
  }

  /** Radix returns the focus to the trigger a moment later, when it is further on already. */
  function onCloseAutoFocus(event: Event) {
    if (goesOn.current) event.preventDefault()
    goesOn.current = false
  }

  return { tabOut, onCloseAutoFocus }
}
