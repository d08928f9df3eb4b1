import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'

/** What a panel that hangs beside its trigger is told; `id` is the panel's own. */
export interface FloatingPanelProps {
  trigger: RefObject<HTMLButtonElement>
  id: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** What is loaded when somebody first turns to a trigger. */
interface FloatingModule {
  /** Not for a moment after everything was closed at once. */
  mayShow: () => boolean
}

/**
 * Something that opens from a button: `details` in the HTML, a button with a panel beside it where scripts work. The
 * panel's scripts are loaded by `load` when the pointer or the focus first comes to the button; what was pressed before
 * they are there opens once they are, and unfolds as `details` if they never come.
 */
export function useFloating<Module extends FloatingModule>(load: () => Promise<Module>) {
  const id = useId()
  const details = useRef<HTMLDetailsElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const [isDetails, setIsDetails] = useState(!useHydrated())
  const [loaded, setLoaded] = useState<Module>()
  const [open, setOpen] = useState(false)

  useEffect(() => {
    // Scripts that come late leave alone what is unfolded or has the focus.
    const { current } = details
    if (current && !current.open && !current.contains(document.activeElement)) setIsDetails(false)
  }, [])

  function prepare() {
    load().then(setLoaded, () => {})
  }

  function press() {
    load().then(
      (module) => {
        setLoaded(module)
        setOpen(!open && module.mayShow())
      },
      () => {
        setIsDetails(true)
        setOpen(true)
      },
    )
  }

  const panelProps: FloatingPanelProps = { trigger, id, open, onOpenChange: setOpen }
  return {
    details: isDetails && { ref: details, open },
    button: {
      ref: trigger,
      'aria-expanded': open,
      'aria-controls': open ? id : undefined,
      onPointerEnter: prepare,
      onFocus: prepare,
      onClick: press,
    },
    loaded,
    panelProps,
  }
}
