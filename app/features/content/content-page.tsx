import { formatDayWithYear } from 'format/dates'
import { PageHeading } from '~/ui/page-heading/page-heading'
import styles from './content-page.module.css'
import { ContentText } from './content-text'
import type { PageBody } from './page-body.server'

/** Shorter pages have no outline. */
const MIN_OUTLINED_SECTIONS = 4

interface ContentPageProps {
  title: string
  body: PageBody
  /** '2026-10-05' */
  updatedOn: string | null
}

/** A content page: its text, and for a long one an outline beside it. */
export function ContentPage({ title, body: { intro, sections }, updatedOn }: ContentPageProps) {
  return (
    <>
      <PageHeading title={title} />
      <div className={styles.columns}>
        {sections.length >= MIN_OUTLINED_SECTIONS && (
          <nav className={styles.outline} aria-label="На этой странице" data-print="hidden">
            <p className={styles.outlineTitle} aria-hidden="true">
              На этой странице
            </p>
            <ul className={styles.list}>
              {sections.map(({ id, heading }) => (
                <li key={id}>
                  <a className={styles.link} href={`#${encodeURIComponent(id)}`}>
                    {heading}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div className={styles.text}>
          <ContentText html={intro + sections.map(({ html }) => html).join('')} />
          {updatedOn && (
            <p className={styles.updated}>
              Обновлено <time dateTime={updatedOn}>{formatDayWithYear(updatedOn)}</time>
            </p>
          )}
        </div>
      </div>
    </>
  )
}
