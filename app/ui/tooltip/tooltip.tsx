import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './tooltip.module.css'

/** A pointer that only passes by shows nothing. */
const DELAY_MS = 400

type TooltipModule = typeof import('./tooltip-bubble')

/**
 * A few words about a link or a button, shown while the pointer rests on it or the keyboard is at it. They say nothing
 * that cannot be had otherwise: there is none on a touch screen, nor without scripts.
 */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null)
  const wanted = useRef<ReturnType<typeof setTimeout>>()
  const [loaded, setLoaded] = useState<TooltipModule>()
  const [open, setOpen] = useState(false)

  useEffect(() => () => clearTimeout(wanted.current), [])

  function show(delay: number) {
    clearTimeout(wanted.current)
    const rested = new Promise<boolean>((resolve) => {
      wanted.current = setTimeout(resolve, delay, true)
    })
    Promise.all([import('./tooltip-bubble'), rested]).then(
      ([module]) => {
        setLoaded(module)
        setOpen(module.mayShow())
      },
      // Nothing is lost without it.
      () => {},
    )
  }

  function leave() {
    clearTimeout(wanted.current)
  }

  function close() {
    leave()
    setOpen(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is pressed is within it
    <span
      className={styles.trigger}
      ref={place}
      onPointerEnter={({ pointerType }: PointerEvent) => pointerType !== 'touch' && show(DELAY_MS)}
      onPointerLeave={leave}
      onFocus={({ target }: FocusEvent) => target.matches(':focus-visible') && show(0)}
      onBlur={close}
      onPointerDown={close}
    >
      {children}
      {loaded && (
        <loaded.TooltipBubble {...{ place, open, text }} onOpenChange={setOpen} className={styles.tooltip} />
      )}
    </span>
  )
}
