import type { BaseData } from 'contract/base-data'
import { formatPhone } from 'format/phone'
import { paths } from '../paths'
import { Link, MailLink, PhoneLink } from '../ui/link/link'
import { linkTarget } from '../ui/link/link-target'
import styles from './footer.module.css'
import { useCachedFragment } from './fragment-cache'
import { Hours, Offices } from './offices'

/** Whether the company's office is open at this moment, and until when, in words. */
export type OpenNow = { open: boolean; text: string }

type FooterProps = {
  siteTitle: string
  base: BaseData | null | undefined
  openNow: OpenNow | null | undefined
  isSignedIn: boolean
  hasCookieSettings: boolean
}

/** The footer of every page: links and contacts. Signed-in customers and phones get a compact one. */
export function Footer({ siteTitle, base, openNow, isSignedIn, hasCookieSettings }: FooterProps) {
  const cacheKey = JSON.stringify(['footer', siteTitle, openNow, isSignedIn, hasCookieSettings])
  const content = useCachedFragment(base, cacheKey, () => (
    <div className={styles.inner}>
      {base ? (
        <Columns base={base} openNow={openNow} withOffices={!isSignedIn} />
      ) : (
        <OwnLinks isSignedIn={isSignedIn} />
      )}
      <p className={styles.bottom}>
        {siteTitle}
        {hasCookieSettings && (
          <>
            {' · '}
            <Link to={paths.cookieSettings}>Настройки cookie</Link>
          </>
        )}
      </p>
    </div>
  ))
  return (
    <footer
      className={styles.footer}
      data-look={isSignedIn ? 'compact' : 'full'}
      data-print="hidden"
      {...content}
    />
  )
}

type ColumnsProps = Pick<FooterProps, 'openNow'> & {
  base: BaseData
  /** Whether to list the offices. The header's button shows them too, on a phone as the only place. */
  withOffices: boolean
}

function Columns({ base, openNow, withOffices }: ColumnsProps) {
  const { contacts, workingHours, footerMenu } = base
  const locations = (withOffices && contacts.locations) || []
  const phones = contacts.phones.filter(({ number }) => number.trim())
  const hasContacts = phones.length > 0 || contacts.email || contacts.address
  return (
    <div className={styles.columns}>
      {hasContacts && (
        <section aria-label="Связаться с нами">
          <h2 className={styles.title}>Связаться с нами</h2>
          <ul className={styles.list}>
            {phones.map(({ title, number }) => (
              <li key={number}>
                <PhoneLink number={number}>
                  <b className={styles.number}>{formatPhone(number)}</b>
                </PhoneLink>
                {title && <div className={styles.note}>{title}</div>}
              </li>
            ))}
            {contacts.email && (
              <li>
                <MailLink address={contacts.email} />
              </li>
            )}
            {contacts.address && <li>{contacts.address}</li>}
          </ul>
        </section>
      )}
      {workingHours.length > 0 && (
        <section aria-label="Часы работы">
          <h2 className={styles.title}>Часы работы</h2>
          {openNow && (
            <p className={styles.now} data-open={openNow.open}>
              {openNow.text}
            </p>
          )}
          <Hours hours={workingHours} />
        </section>
      )}
      {footerMenu.map(({ title, items }) => {
        const allowedItems = items.filter(({ url }) => linkTarget(url))
        return allowedItems.length > 0 ? (
          <nav key={title} aria-label={title}>
            <h2 className={styles.title}>{title}</h2>
            <ul className={styles.links}>
              {allowedItems.map((item) => (
                <li key={`${item.title} ${item.url}`}>
                  <Link to={item.url} look="plain">
                    {item.title}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ) : null
      })}
      {locations.length > 0 && (
        <section className={styles.locations} aria-label="Где мы">
          <h2 className={styles.title}>Где мы</h2>
          <Offices locations={locations} />
        </section>
      )}
    </div>
  )
}

function OwnLinks({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <nav aria-label="Страницы портала">
      <ul className={styles.links}>
        <li>
          <Link to={paths.home} look="plain">
            Главная
          </Link>
        </li>
        <li>
          <Link to={isSignedIn ? paths.accounts : paths.login} look="plain">
            {isSignedIn ? 'Личный кабинет' : 'Вход в личный кабинет'}
          </Link>
        </li>
      </ul>
    </nav>
  )
}
