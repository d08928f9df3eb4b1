import { formatDayWithYear } from 'format/dates'
import { PageHeading } from '~/ui/page-heading/page-heading'
import styles from './content-page.module.css'
import { ContentText } from './content-text'
import type { PageBody } from './page-body'

/** With fewer sections a page is seen at a glance. */
const OUTLINED_FROM = 4

interface ContentPageProps {
  title: string
  body: PageBody
  /** '2026-10-05' */
  updatedOn: string | null
}

/** A page of the company's: its text and, where there is room beside a long one, what it is about. */
export function ContentPage({ title, body: { intro, sections }, updatedOn }: ContentPageProps) {
  return (
    <>
      <PageHeading title={title} />
      <div className={styles.columns}>
        {sections.length >= OUTLINED_FROM && (
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
