import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useHydrated } from 'remix-utils/use-hydrated'
import { pageEvents } from '../navigation-focus/page-events'
import { onLeaving } from './on-leaving'

/** The props of a panel beside its trigger; `id` is the panel's. */
export interface FloatingPanelProps {
  trigger: RefObject<HTMLButtonElement>
  id: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The lazily loaded module of a panel. */
interface FloatingModule {
  /** False for a moment after everything was closed. */
  mayShow: () => boolean
}

/**
 * A panel that opens from a button. The server renders plain HTML (`details`, a row of links), and scripts replace it
 * with a button. `load` imports the panel when the pointer or the focus first reaches the button. A press before
 * that opens the panel once it is loaded, unless a second press or a navigation has come in between; if loading fails, the
 * plain HTML comes back, unfolded. A plain `details` closes as a panel does, and is a button from then on.
 */
export function useFloating<Module extends FloatingModule>(load: () => Promise<Module>) {
  const id = useId()
  const plain = useRef<HTMLElement | null>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const [isPlain, setIsPlain] = useState(!useHydrated())
  const [loaded, setLoaded] = useState<Module>()
  const [open, setOpen] = useState(false)
  /** Whether the panel is open or will be once it is loaded. */
  const isOpenRequested = useRef(false)

  const show = useCallback((isOpen: boolean) => {
    isOpenRequested.current = isOpen
    setOpen(isOpen)
  }, [])

  useEffect(() => {
    const cancelRequest = () => {
      isOpenRequested.current = false
    }
    window.addEventListener(pageEvents.start, cancelRequest)
    return () => window.removeEventListener(pageEvents.start, cancelRequest)
  }, [])

  useEffect(() => {
    // Scripts that load late leave the plain HTML alone while it is unfolded or has focus.
    const { current } = plain
    if (current && !current.matches('[open]') && !current.contains(document.activeElement)) setIsPlain(false)
  }, [])

  useEffect(() => {
    const { current } = plain
    if (!isPlain || !(current instanceof HTMLDetailsElement)) return
    const drawButton = () => {
      setIsPlain(false)
      show(false)
    }
    return onLeaving(current, ({ type }) => {
      if (type !== 'keydown') return drawButton()
      const hadFocus = current.contains(document.activeElement)
      flushSync(drawButton)
      if (hadFocus) trigger.current?.focus()
    })
  }, [isPlain, show])

  const plainRef = useCallback((element: HTMLElement | null) => {
    plain.current = element
  }, [])

  function prepare() {
    load().then(setLoaded, () => {})
  }

  function openPanel() {
    isOpenRequested.current = true
    load().then(
      (module) => {
        setLoaded(module)
        if (isOpenRequested.current) show(module.mayShow())
      },
      () => {
        setIsPlain(true)
        setOpen(isOpenRequested.current)
      },
    )
  }

  const panelProps: FloatingPanelProps = { trigger, id, open, onOpenChange: show }
  return {
    plainRef: isPlain ? plainRef : null,
    button: {
      ref: trigger,
      'aria-expanded': open,
      'aria-controls': open ? id : undefined,
      onPointerEnter: prepare,
      onFocus: prepare,
      onClick: () => (isOpenRequested.current ? show(false) : openPanel()),
    },
    openPanel,
    loaded,
    panelProps,
  }
}
