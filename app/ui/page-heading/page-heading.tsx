import type { ReactNode } from 'react'
import { Icon } from '../icon/icon'
import { PageLink } from '../link/page-link'
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

/** A link one level up, above the h1; its text names the target page. */
function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <PageLink className={styles.back} to={to} data-print="hidden">
      <Icon name="arrow-left" />
      <span>{children}</span>
    </PageLink>
  )
}
