import {
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import styles from './tooltip.module.css'

/** A pointer that only passes by does not show the tooltip. */
const SHOWN_AFTER_MS = 400
/** Long enough for the pointer to reach the tooltip. */
const GONE_AFTER_MS = 250

type TooltipModule = typeof import('./tooltip-bubble')

/** The described element instead of the span around it, which is as large as a line of text. */
const describedIn = (place: RefObject<HTMLElement>): RefObject<HTMLElement> => ({
  get current() {
    return place.current?.querySelector<HTMLElement>(':scope > *') ?? place.current
  },
})

/**
 * A tooltip of a link or a button, shown on hover and on keyboard focus. It only repeats what is available elsewhere:
 * there is none on touch screens or without scripts.
 */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null)
  const about = useMemo(() => describedIn(place), [])
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const generation = useRef(0)
  const [loaded, setLoaded] = useState<TooltipModule>()
  const [open, setOpen] = useState(false)

  useEffect(() => () => clearTimeout(timer.current), [])

  function show(delay: number) {
    clearTimeout(timer.current)
    generation.current += 1
    const ownGeneration = generation.current
    const delayOver = new Promise<boolean>((resolve) => {
      timer.current = setTimeout(resolve, delay, true)
    })
    Promise.all([import('./tooltip-bubble'), delayOver]).then(
      ([module]) => {
        setLoaded(module)
        if (ownGeneration === generation.current) setOpen(module.mayShow())
      },
      // Optional: the page works without it.
      () => {},
    )
  }

  // In React's tree the tooltip is inside the trigger: the pointer has left only when it is on neither.
  function leave(delay: number) {
    clearTimeout(timer.current)
    generation.current += 1
    timer.current = setTimeout(setOpen, delay, false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the interactive element is inside it
    <span
      className={styles.trigger}
      ref={place}
      onPointerEnter={({ pointerType }: PointerEvent) => pointerType !== 'touch' && show(SHOWN_AFTER_MS)}
      onPointerLeave={() => leave(GONE_AFTER_MS)}
      onFocus={({ target }: FocusEvent) => target.matches(':focus-visible') && show(0)}
      onBlur={() => leave(0)}
      onPointerDown={() => leave(0)}
    >
      {children}
      {loaded && (
        <loaded.TooltipBubble {...{ about, open, text }} onOpenChange={setOpen} className={styles.tooltip} />
      )}
    </span>
  )
}
