import type { ReactNode } from 'react'
import { BackLink } from '../back-link/back-link'
import styles from './page-heading.module.css'

export type PageHeadingProps = {
  /** The page's only h1. Scripts move focus to it after a navigation. */
  title: ReactNode
  lead?: ReactNode
  back?: { to: string; text: string }
  /** Buttons that concern the whole page. */
  actions?: ReactNode
  /** 2 where a page shows what such a head looks like. */
  level?: 1 | 2
}

/** The head of a page's main part. */
export function PageHeading({ title, lead, back, actions, level = 1 }: PageHeadingProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={styles.heading}>
      {back && <BackLink to={back.to}>{back.text}</BackLink>}
      <div className={styles.row}>
        <div className={styles.words}>
          <Heading className={styles.title} tabIndex={-1}>
            {title}
          </Heading>
          {lead && <div className={styles.lead}>{lead}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  )
}
