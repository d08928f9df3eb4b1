import { Children, type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from '../icon/icon'
import { useCameWithPage } from '../post-form/page-answer'
import styles from './error-summary.module.css'

export type SummaryError = {
  /** The id of the control to jump to; without it the error is about the whole form. */
  fieldId?: string | undefined
  text: string
}

export type ErrorSummaryProps = {
  errors: readonly SummaryError[]
  title?: string
  /** 'question': nothing is wrong, but the form asks something first. */
  tone?: 'error' | 'question'
  /** The action's result: a new one moves focus to the summary again, even with the same text. */
  answer?: unknown
  /** False in the styleguide. */
  takeFocus?: boolean
  /** Under the list: a link or a small form. */
  children?: ReactNode
}

/**
 * The errors of a form, above the page's h1. Takes focus if scripts run, but not from a control that the visitor has
 * moved to before they ran. Renders nothing without errors.
 */
export function ErrorSummary({
  errors,
  title,
  tone = 'error',
  answer,
  takeFocus = true,
  children,
}: ErrorSummaryProps) {
  const container = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const words = errors.map(({ text }) => text).join('\n')
  const focusedFor = useRef<{ words: string; answer: unknown }>({ words: '', answer: undefined })
  const cameWithPage = useCameWithPage(answer ?? words)

  useEffect(() => {
    const before = focusedFor.current
    focusedFor.current = { words, answer }
    if (!takeFocus || !words || (words === before.words && answer === before.answer)) return
    if (cameWithPage && document.activeElement !== document.body) return
    container.current?.focus()
  })

  if (errors.length === 0) return null
  const heading =
    title ?? (errors.some(({ fieldId }) => fieldId) ? 'Проверьте, что введено' : 'Не получилось')
  // The message of a product API about the whole form often says no more than the heading.
  const listedErrors = errors.filter(
    ({ fieldId, text }) => fieldId || text.replace(/( в\sформе)?\.?$/, '') !== heading,
  )

  return (
    <div className={styles.summary} data-tone={tone} ref={container} tabIndex={-1} data-error-summary>
      {/* Within, not on the container: JAWS passes over an alert that has focus itself. */}
      <div role="alert" aria-labelledby={titleId}>
        <h2 className={styles.title} id={titleId}>
          <Icon name={tone === 'error' ? 'circle-alert' : 'triangle-alert'} />
          {heading}
        </h2>
        <ul className={styles.list}>
          {listedErrors.map(({ fieldId, text }) => (
            <li key={`${fieldId ?? ''} ${text}`}>
              {fieldId ? (
                <a className={styles.link} href={`#${fieldId}`} onClick={(event) => goTo(event, fieldId)}>
                  {text}
                </a>
              ) : (
                text
              )}
            </li>
          ))}
        </ul>
      </div>
      {Children.toArray(children).length > 0 && <div className={styles.more}>{children}</div>}
    </div>
  )
}

// The router would treat a jump to #id as a navigation and drop the action's result with its errors.
function goTo(event: MouseEvent, fieldId: string) {
  const control = document.getElementById(fieldId)
  if (!control) return
  event.preventDefault()
  // Unfolds like the browser's own jump: a control in a closed `details` takes no focus.
  const details = control.closest('details')
  if (details) details.open = true
  const label = document.querySelector(`label[for="${CSS.escape(fieldId)}"]`)
  ;(label ?? control).scrollIntoView({ block: 'center' })
  control.focus({ preventScroll: true })
}
