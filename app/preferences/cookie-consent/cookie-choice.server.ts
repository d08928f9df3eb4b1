import { portalCookie } from '~/framework/portal-cookie.server'

const cookie = (secure: boolean) => portalCookie('cookieChoice', secure)
const YEAR_S = 365 * 24 * 60 * 60

/** The visitor's consent: all cookies and third-party scripts, or only the necessary cookies. */
export type CookieChoice = 'all' | 'necessary'

export const asCookieChoice = (value: unknown): CookieChoice | null =>
  value === 'all' || value === 'necessary' ? value : null

/** The choice in the cookie; null: the visitor has not chosen. */
export const readCookieChoice = (
  cookieHeader: string | null | undefined,
  secure: boolean,
): CookieChoice | null => asCookieChoice(cookie(secure).read(cookieHeader))

export const cookieChoiceCookie = (choice: CookieChoice, secure: boolean) =>
  cookie(secure).write(choice, YEAR_S)

interface ThirdPartyScripts {
  metrikaId: number | null
  trustBadgeUrl: URL | null
}

/** Whether visitors are asked for their consent: analytics is on. A trust badge alone needs none. */
export const asksForConsent = ({ metrikaId }: Pick<ThirdPartyScripts, 'metrikaId'>) => metrikaId !== null

/** The third-party scripts to load now; null for none. */
export const allowedScripts = (config: ThirdPartyScripts, choice: CookieChoice | null) => {
  const { metrikaId, trustBadgeUrl } = config
  if (metrikaId === null && trustBadgeUrl === null) return null
  if (asksForConsent(config) && choice !== 'all') return null
  return { counter: metrikaId, badge: trustBadgeUrl?.href ?? null }
}
