import type { LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import { ContentText } from '~/features/content/content-text'
import { loadPage } from '~/features/content/load-page.server'
import { paths } from '~/paths'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { ButtonLink } from '~/ui/button/button'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import styles from './home.module.css'

export const handle = { access: 'all', secret: false, sameForGuests: true } satisfies RouteHandle

export const loader = async (args: LoaderFunctionArgs) => {
  const [page, user] = await Promise.all([loadPage(args), args.context.visitor.currentUser()])
  return { ...page, signedIn: user !== null }
}

/** The main page: links to sign in and register, or to one's accounts, then the company's text, one card a section. */
export default function HomePage() {
  const { heading, lead, body, signedIn } = useLoaderData<typeof loader>()
  const { intro, sections } = body
  return (
    <>
      <div className={styles.hero}>
        <div className={styles.words}>
          <PageHeading title={heading} lead={lead} />
          <div className={styles.actions}>
            {signedIn ? (
              <ButtonLink to={paths.accounts} size="large" icon="wallet">
                Мои лицевые счета
              </ButtonLink>
            ) : (
              <>
                <ButtonLink to={paths.login} size="large">
                  Войти
                </ButtonLink>
                <ButtonLink to={paths.registration()} size="large" kind="secondary">
                  Зарегистрироваться
                </ButtonLink>
              </>
            )}
          </div>
        </div>
        <BillPicture />
      </div>
      {intro.trim() !== '' && (
        <div className={styles.intro}>
          <ContentText html={intro} />
        </div>
      )}
      <div className={styles.cards}>
        {sections.map(({ id, html }) => (
          <Panel key={id}>
            <ContentText html={html} />
          </Panel>
        ))}
      </div>
    </>
  )
}

/** A drawing of a paid bill; decorative. */
function BillPicture() {
  return (
    <svg className={styles.picture} viewBox="0 0 320 300" aria-hidden="true" focusable="false">
      <g transform="rotate(-7 130 160)">
        <rect className={styles.back} x="44" y="36" width="190" height="236" rx="14" />
      </g>
      <path
        className={styles.sheet}
        d="M84 24h176a12 12 0 0 1 12 12v240l-17-12-17 12-16-12-17 12-16-12-17 12-17-12-16 12-17-12-17 12-16-12-13 12V36a12 12 0 0 1 12-12Z"
      />
      <rect className={styles.mark} x="92" y="46" width="26" height="26" rx="8" />
      <path className={styles.strong} d="M130 54h66M130 66h40" />
      <path className={styles.line} d="M92 100h160" />
      <path className={styles.faint} d="M92 122h84M222 122h30M92 142h64M228 142h24M92 162h96M218 162h34" />
      <path className={styles.line} d="M92 184h160" />
      <path className={styles.sum} d="M97 222h62" />
      <path className={styles.ruble} d="M186 240v-36h15a10 10 0 0 1 0 20h-22M179 232h23" />
      <circle className={styles.badge} cx="268" cy="232" r="34" />
      <path className={styles.tick} d="m253 233 11 11 20-22" />
    </svg>
  )
}

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(args.data?.title ?? null, args, args.data?.description)
