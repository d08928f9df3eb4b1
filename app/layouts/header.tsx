import { useLocation } from '@remix-run/react'
import type { BaseData } from 'contract/base-data'
import { formatPhone } from 'format/phone'
import { useEffect, useRef } from 'react'
import { paths } from '../paths'
import { Button, ButtonLink } from '../ui/button/button'
import { Icon } from '../ui/icon/icon'
import { PhoneLink } from '../ui/link/link'
import { PageLink } from '../ui/link/page-link'
import { NavigationMenu } from '../ui/navigation-menu/navigation-menu'
import { Popover } from '../ui/popover/popover'
import { useCachedFragment } from './fragment-cache'
import styles from './header.module.css'
import { Offices } from './offices'

type HeaderProps = {
  siteTitle: string
  /** The address of the company's logo. */
  logo: string | undefined
  base: BaseData | null | undefined
  user: { name: string } | null | undefined
  payLink: boolean
  versionForms: string
}

/**
 * The header of every page. On narrow screens its second half unfolds under 'Меню': an empty `details` shows its next
 * sibling by CSS, so it works without scripts and each link is rendered once.
 */
export function Header({ siteTitle, logo, base, user, payLink, versionForms }: HeaderProps) {
  const toggle = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  const shownKey = useRef(key)

  useEffect(() => {
    // Each page has its own key: a navigation closes the menu, but scripts that load late leave it open.
    if (key === shownKey.current) return
    shownKey.current = key
    if (toggle.current) toggle.current.open = false
  }, [key])

  return (
    <header className={styles.header} data-print="hidden">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our server's own drawing */}
      <div className={styles.version} dangerouslySetInnerHTML={{ __html: versionForms }} />
      <div className={styles.inner}>
        <PageLink className={styles.logo} to={paths.home} data-long={hasLongWord(siteTitle) || undefined}>
          {logo ? (
            <img className={styles.mark} src={logo} alt="" width={34} height={34} />
          ) : (
            <SiteMark className={styles.mark} />
          )}
          <span>{siteTitle}</span>
        </PageLink>
        <div className={styles.visitor}>
          {payLink && (
            <ButtonLink to={user ? paths.personalPay() : paths.pay()} size="small">
              Оплатить
            </ButtonLink>
          )}
          {user ? (
            <PageLink className={styles.user} to={paths.accounts}>
              <Icon name="user" />
              <span>{user.name || 'Личный кабинет'}</span>
            </PageLink>
          ) : (
            <ButtonLink to={paths.login} kind="secondary" size="small">
              Войти
            </ButtonLink>
          )}
        </div>
        <details className={styles.toggle} ref={toggle}>
          <summary className={styles.summary}>
            <Icon name="menu" />
            <span>Меню</span>
          </summary>
        </details>
        <div className={styles.more}>
          {user ? (
            // A full page load: no customer data stays in the scripts' memory or in the client-side history.
            <form method="post" action={paths.logout}>
              <Button kind="quiet" size="small" icon="log-out">
                Выйти
              </Button>
            </form>
          ) : (
            <ButtonLink to={paths.registration()} kind="quiet" size="small">
              Регистрация
            </ButtonLink>
          )}
        </div>
        {base && base.topMenu.length > 0 && <Menu base={base} />}
        <Contact base={base} />
      </div>
    </header>
  )
}

function Menu({ base }: { base: BaseData }) {
  const { pathname } = useLocation()
  const menu = useCachedFragment(base, `menu ${pathname}`, () => (
    <NavigationMenu items={base.topMenu} look="bar" />
  ))
  return <nav className={styles.menu} aria-label="Основное меню" {...menu} />
}

function Contact({ base }: Pick<HeaderProps, 'base'>) {
  const { phones, locations } = base?.contacts ?? {}
  const phone = phones?.find(({ number }) => number.trim())
  const contact = useCachedFragment(base, 'contact', () => (
    <>
      {locations?.length ? (
        <Popover
          name="Офисы"
          theme="location-dropdown"
          align="end"
          className={styles.offices}
          face={
            <>
              <Icon name="map-pin" />
              <span>Офисы</span>
              <Icon name="chevron-down" />
            </>
          }
        >
          <Offices locations={locations} />
        </Popover>
      ) : null}
      {phone && (
        <p className={styles.phone}>
          <Icon name="phone" />
          <PhoneLink number={phone.number}>{formatPhone(phone.number)}</PhoneLink>
        </p>
      )}
    </>
  ))
  return <div className={styles.contact} {...contact} />
}

/** Whether a word of the title is too long for a phone's header beside the logo and all controls. */
const hasLongWord = (title: string) => /\S{8}/.test(title)

/** The portal's logo, a doorway. The favicon has the same drawing. */
function SiteMark({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="9" fill="var(--accent)" />
      <g fill="none" stroke="var(--on-accent)" strokeWidth="2.5" strokeLinecap="round">
        <path d="M9 24V14.5a7 7 0 0 1 14 0V24" />
        <path d="M14.5 24v-8.5a1.5 1.5 0 0 1 3 0V24" />
      </g>
    </svg>
  )
}
