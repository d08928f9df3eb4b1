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

/** A pointer that only passes by shows nothing. */
const SHOWN_AFTER_MS = 400
/** Long enough for the pointer to come from what the words are about to the words. */
const GONE_AFTER_MS = 250

type TooltipModule = typeof import('./tooltip-bubble')

/** What the words are about: not the span around it, whose box is that of a line of text. */
const within = (place: RefObject<HTMLElement>): RefObject<HTMLElement> => ({
  get current() {
    return place.current?.querySelector<HTMLElement>(':scope > *') ?? place.current
  },
})

/**
 * A few words about a link or a button, shown while the pointer rests on it or the keyboard is at it. They say nothing
 * that cannot be had otherwise: there is none on a touch screen, nor without scripts.
 */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null)
  const about = useMemo(() => within(place), [])
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const wanted = useRef(0)
  const [loaded, setLoaded] = useState<TooltipModule>()
  const [open, setOpen] = useState(false)

  useEffect(() => () => clearTimeout(timer.current), [])

  function show(delay: number) {
    clearTimeout(timer.current)
    wanted.current += 1
    const mine = wanted.current
    const rested = new Promise<boolean>((resolve) => {
      timer.current = setTimeout(resolve, delay, true)
    })
    Promise.all([import('./tooltip-bubble'), rested]).then(
      ([module]) => {
        setLoaded(module)
        if (mine === wanted.current) setOpen(module.mayShow())
      },
      // Nothing is lost without it.
      () => {},
    )
  }

  // To React the words are within what they are about: only a pointer that is at neither has left.
  function leave(delay: number) {
    clearTimeout(timer.current)
    wanted.current += 1
    timer.current = setTimeout(setOpen, delay, false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is pressed is within it
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
