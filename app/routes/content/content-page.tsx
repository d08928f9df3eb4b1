import type { MetaArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { formatDayWithYear } from 'format/dates'
import { pageMeta } from '~/document/page-meta'
import { mayBeContent } from '~/features/content/content-path'
import { ContentText } from '~/features/content/content-text'
import { loadPage } from '~/features/content/load-page.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { PageHeading } from '~/ui/page-heading/page-heading'
import styles from './content-page.module.css'

export const handle = {
  access: 'all',
  secret: false,
  sameForGuests: true,
  isValid: ({ pathname, embeddedApi }: { pathname: string; embeddedApi: boolean }) =>
    mayBeContent(pathname, { embeddedApi }),
} satisfies RouteHandle

export const loader = loadPage

/** Shorter pages have no outline. */
const MIN_OUTLINED_SECTIONS = 4

/** A content page: its text, and for a long one an outline beside it. */
export default function ContentPage() {
  const { heading, body, updatedOn } = useLoaderData<typeof loader>()
  const { intro, sections } = body
  return (
    <>
      <PageHeading title={heading} />
      <div className={styles.columns}>
        {sections.length >= MIN_OUTLINED_SECTIONS && (
          <nav className={styles.outline} aria-label="На этой странице" data-print="hidden">
            <p className={styles.outlineTitle} aria-hidden="true">
              На этой странице
            </p>
            <ul className={styles.list}>
              {sections.map(({ id, heading: section }) => (
                <li key={id}>
                  <a className={styles.link} href={`#${encodeURIComponent(id)}`}>
                    {section}
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

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(args.data?.title ?? null, args, args.data?.description)
