import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react'
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
 * Something that opens from a button: plain HTML from the server (`details`, a row of links), a button with a panel
 * beside it where scripts work. The panel's scripts are loaded by `load` when the pointer or the focus first comes to
 * the button; what was pressed before they are there opens once they are, and the plain HTML comes back, unfolded, if
 * they never come.
 */
export function useFloating<Module extends FloatingModule>(load: () => Promise<Module>) {
  const id = useId()
  const plain = useRef<HTMLElement | null>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const [isPlain, setIsPlain] = useState(!useHydrated())
  const [loaded, setLoaded] = useState<Module>()
  const [open, setOpen] = useState(false)

  useEffect(() => {
    // Scripts that come late leave alone what is unfolded or has the focus.
    const { current } = plain
    if (current && !current.matches('[open]') && !current.contains(document.activeElement)) setIsPlain(false)
  }, [])

  const plainRef = useCallback((element: HTMLElement | null) => {
    plain.current = element
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
        setIsPlain(true)
        setOpen(true)
      },
    )
  }

  const panelProps: FloatingPanelProps = { trigger, id, open, onOpenChange: setOpen }
  return {
    plainRef: isPlain ? plainRef : null,
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
