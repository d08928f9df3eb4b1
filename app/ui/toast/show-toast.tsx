import { useEffect, useLayoutEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { cssTransition, ToastContainer, toast } from 'react-toastify/unstyled'
import { type Message, messageIcons, messagePrefixes } from '../flash-message/message-banner'
import { Icon } from '../icon/icon'
import { pageEvents } from '../navigation-focus/page-events'
import { VisuallyHidden } from '../visually-hidden/visually-hidden'
import styles from './toast.module.css'

let host: HTMLElement | undefined

/** Shows a toast, in the browser only. The toasts' root survives every navigation. */
export function showToast(message: Message, onClose = () => {}) {
  if (!host) {
    host = document.createElement('div')
    createRoot(host).render(<Toaster />)
    addEventListener(pageEvents.finish, keepOnPage)
    document.addEventListener('submit', dismissAll)
  }
  keepOnPage()
  toast(<ToastWords message={message} />, {
    toastId: message.id,
    type: message.type,
    ariaLabel: message.text,
    onClose,
  })
}

/** An error screen and the page after it each have a new body. The timers of toasts stop outside of the document. */
function keepOnPage() {
  if (host && !host.isConnected) document.body.append(host)
}

/** A toast is about the last form: it closes when the next form is posted. */
function dismissAll({ target }: SubmitEvent) {
  if (target instanceof HTMLFormElement && target.method === 'post') toast.dismiss()
}

function ToastWords({ message }: { message: Message }) {
  return (
    <div className={styles.words} data-type={message.type}>
      <Icon name={messageIcons[message.type]} />
      <p>
        <VisuallyHidden>{messagePrefixes[message.type]}</VisuallyHidden>
        {message.text}
      </p>
    </div>
  )
}

const slideBlur = cssTransition({
  enter: styles.enter ?? '',
  exit: styles.exit ?? '',
  // The other toasts move up over this time; at once with reduced motion.
  collapse: !matchMedia('(prefers-reduced-motion: reduce)').matches,
  collapseDuration: 200,
})

/**
 * The toasts, top-centre. `announce` reads their text, so the library's own live region is switched off. A focused
 * toast does not time out; closing it returns focus to where it came from; toasts move aside from a focused element
 * that they cover.
 */
function Toaster() {
  const host = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<HTMLElement | null>(null)

  useLayoutEffect(() => {
    const region = host.current?.querySelector('section')
    for (const name of ['aria-live', 'aria-atomic', 'aria-relevant']) region?.removeAttribute(name)
  }, [])

  useEffect(() => {
    const toasts = host.current
    if (!toasts) return

    const listeners = new AbortController()
    const { signal } = listeners
    const within = (place: EventTarget | null) => place instanceof Node && toasts.contains(place)

    toasts.addEventListener(
      'focusin',
      ({ relatedTarget }) => {
        if (!within(relatedTarget))
          cameFrom.current = relatedTarget instanceof HTMLElement ? relatedTarget : null
        toast.pause()
      },
      { signal },
    )
    toasts.addEventListener('focusout', ({ relatedTarget }) => within(relatedTarget) || toast.play(), {
      signal,
    })
    toasts.addEventListener(
      'keydown',
      ({ key, target }) => {
        const id = key === 'Escape' && target instanceof Element && target.closest('[data-in]')?.id
        if (id) toast.dismiss(id)
      },
      { signal },
    )

    // Runs after the library, which restarts the timer when a toast arrives and when the pointer or the window returns.
    const pauseIfFocused = () => (within(document.activeElement) || !document.hasFocus()) && toast.pause()
    const pauseSoon = () => setTimeout(pauseIfFocused)
    toasts.addEventListener('animationend', pauseIfFocused, { signal })
    toasts.addEventListener('mouseout', pauseSoon, { signal })
    window.addEventListener('focus', pauseSoon, { signal })

    // Dragging a toast away uncovers the page: a link there must not be dragged instead.
    let isPressed = false
    toasts.addEventListener('pointerdown', () => (isPressed = true), { signal })
    for (const end of ['pointerup', 'pointercancel']) {
      document.addEventListener(end, () => (isPressed = false), { signal })
    }
    document.addEventListener('dragstart', (event) => isPressed && event.preventDefault(), { signal })

    const uncoverFocus = () => moveAside(toasts)
    document.addEventListener('focusin', uncoverFocus, { signal })
    const stopListening = toast.onChange(({ status }) => {
      if (status === 'added') requestAnimationFrame(uncoverFocus)
      if (status === 'removed' && within(document.activeElement)) goBack(cameFrom.current)
    })
    return () => {
      listeners.abort()
      stopListening()
    }
  }, [])

  return (
    <div className={styles.toaster} data-print="hidden" ref={host}>
      <ToastContainer
        aria-label="Уведомления, Alt+T"
        position="top-center"
        autoClose={5000}
        hideProgressBar
        closeOnClick
        pauseOnHover
        pauseOnFocusLoss
        draggable
        draggablePercent={60}
        limit={4}
        newestOnTop
        transition={slideBlur}
        role="group"
        icon={false}
        className={(context) => withOwn(context, styles.container)}
        toastClassName={(context) => withOwn(context, styles.toast)}
        closeButton={({ closeToast }) => (
          <button
            type="button"
            className={styles.close}
            aria-label="Закрыть уведомление"
            onClick={(event) => {
              event.stopPropagation()
              closeToast(true)
            }}
          >
            <Icon name="x" />
          </button>
        )}
      />
    </div>
  )
}

/** The library's classes name a toast's type and place; the look is ours. */
const withOwn = (context: { defaultClassName?: string } | undefined, own = '') =>
  `${context?.defaultClassName ?? ''} ${own}`

function goBack(element: HTMLElement | null) {
  const target = element?.isConnected ? element : document.querySelector<HTMLElement>('main')
  target?.focus({ preventScroll: true })
}

function moveAside(host: HTMLElement) {
  const focusedElement = document.activeElement
  if (!focusedElement || focusedElement === document.body || host.contains(focusedElement)) return
  host.dataset.place = 'top'
  const { left, top, width, height } = focusedElement.getBoundingClientRect()
  const covering = document.elementFromPoint(left + width / 2, top + height / 2)
  if (covering && host.contains(covering)) host.dataset.place = 'bottom'
}
