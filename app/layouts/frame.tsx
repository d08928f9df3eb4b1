import type { BaseData } from 'contract/base-data'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { ShownOnce } from '../document/shown-once'
import type { Cookies } from '../preferences/cookie-consent/cookie-form'
import { Announcer } from '../ui/announcer/announcer'
import { FlashMessage } from '../ui/flash-message/flash-message'
import type { Message } from '../ui/flash-message/message-banner'
import { mainId, SkipLink } from '../ui/skip-link/skip-link'
import '../preferences/cookie-consent/cookie-notice.css'
import { Footer, type OpenNow } from './footer'
import styles from './frame.module.css'
import { Header } from './header'

export type FrameProps = {
  siteTitle?: string | undefined
  /** The site's title with no-break spaces. */
  frameTitle?: string | undefined
  /** The address of the company's logo, from base data. */
  company?: { logo?: string | undefined } | null | undefined
  /** Without it the frame shows the portal's own links only. */
  base?: BaseData | null | undefined
  openNow?: OpenNow | null | undefined
  /** The signed-in customer; absent for a guest. */
  user?: { name: string } | null | undefined
  flash?: Message | null | undefined
  /** Absent if the visitor has no choice of cookies. */
  cookies?: Cookies | undefined
  /** Whether this is a payment page while payments go to the test bank. */
  testPayments?: boolean | undefined
  /** Whether the header links to the payment page. */
  payLink?: boolean
  /** The HTML of the switch to the accessible version, and in that version of its settings panel. */
  versionForms?: string | undefined
  /** The page is the answer to a form and cannot be loaded again. */
  shownOnce?: boolean | undefined
  children: ReactNode
}

// The error screens have this frame, too: they have to work even if the notice's script does not load. The footer also
// links to the choice.
const CookieNotice = lazy<ComponentType<{ cookies: Cookies }>>(() =>
  import('../preferences/cookie-consent/cookie-notice').catch(() => ({ default: () => null })),
)

/** The frame around every page: skip link, header, message, main part, footer, live regions. */
export function Frame({
  siteTitle = 'My New Project',
  frameTitle = siteTitle,
  company,
  base,
  openNow,
  user,
  flash,
  cookies,
  testPayments = false,
  payLink = false,
  versionForms = '',
  shownOnce = false,
  children,
}: FrameProps) {
  const [isShownOnceByScripts, setShownOnceByScripts] = useState(false)
  // A form that returns to a page shown once would lose its content.
  const canReload = !shownOnce && !isShownOnceByScripts
  return (
    <div className={styles.frame}>
      <SkipLink />
      {cookies && !cookies.choice && canReload && (
        <Suspense>
          <CookieNotice cookies={cookies} />
        </Suspense>
      )}
      <Header
        siteTitle={frameTitle}
        logo={company?.logo}
        base={base}
        user={user}
        payLink={payLink}
        versionForms={canReload ? versionForms : ''}
      />
      <main className={`${styles.main} ym-hide-content`} id={mainId} tabIndex={-1}>
        <div className={styles.content}>
          <FlashMessage message={flash} />
          {testPayments && <p className={styles.test}>Тестовый режим: деньги не списываются.</p>}
          <ShownOnce.Provider value={setShownOnceByScripts}>{children}</ShownOnce.Provider>
        </div>
      </main>
      <Footer
        siteTitle={frameTitle}
        base={base}
        openNow={openNow}
        isSignedIn={Boolean(user)}
        hasCookieSettings={Boolean(cookies)}
      />
      <Announcer />
    </div>
  )
}
