import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'

export type PanelProps = {
  children: ReactNode
  title?: ReactNode
  /** The heading level of the title. */
  level?: 2 | 3
  /** Beside the title: a badge or a small action. */
  aside?: ReactNode
  /** Quiet buttons at the bottom, under a line. */
  footer?: ReactNode
  tone?: 'plain' | 'quiet' | 'accent'
}

/** A panel of the page; with a title it is a section labelled by it. */
export function Panel({ children, title, level = 2, aside, footer, tone = 'plain' }: PanelProps) {
  const titleId = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  const content = (
    <>
      {(title || aside) && (
        <div className={styles.head}>
          {title && (
            <Heading className={styles.title} id={titleId}>
              {title}
            </Heading>
          )}
          {aside}
        </div>
      )}
      {children}
      {footer && (
        <div className={styles.footer}>
          <div className={styles.actions}>{footer}</div>
        </div>
      )}
    </>
  )
  return title ? (
    <section className={styles.panel} data-tone={tone} aria-labelledby={titleId}>
      {content}
    </section>
  ) : (
    <div className={styles.panel} data-tone={tone}>
      {content}
    </div>
  )
}
