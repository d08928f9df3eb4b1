import type { ReactNode } from 'react'
import { BackLink } from '../back-link/back-link'
import styles from './page-heading.module.css'

export type PageHeadingProps = {
  /** The page's only h1. Takes focus after a client-side navigation. */
  title: ReactNode
  lead?: ReactNode
  back?: { to: string; text: string }
  /** Buttons for the whole page. */
  actions?: ReactNode
  /** 2 in the styleguide. */
  level?: 1 | 2
}

/** The heading of a page's main part. */
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
