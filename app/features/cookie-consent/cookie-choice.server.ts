import { parseCookie, stringifySetCookie } from 'cookie'

const NAME = 'cookieChoice'
const YEAR_S = 365 * 24 * 60 * 60

/** The visitor's consent: all cookies and third-party scripts, or only the necessary cookies. */
export type CookieChoice = 'all' | 'necessary'

export const asCookieChoice = (value: unknown): CookieChoice | null =>
  value === 'all' || value === 'necessary' ? value : null

/** The choice in the cookie; null: the visitor has not chosen. */
export const readCookieChoice = (cookieHeader: string | null | undefined): CookieChoice | null =>
  cookieHeader ? asCookieChoice(parseCookie(cookieHeader)[NAME]) : null

export const cookieChoiceCookie = (choice: CookieChoice, secure: boolean) =>
  stringifySetCookie({
    name: NAME,
    value: choice,
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
    maxAge: YEAR_S,
  })

interface ThirdPartyScripts {
  metrikaId: number | null
  trustBadgeUrl: URL | null
}

/** Whether there is anything to choose: an analytics counter or a trust badge is configured. */
export const hasThirdPartyScripts = ({ metrikaId, trustBadgeUrl }: ThirdPartyScripts) =>
  metrikaId !== null || trustBadgeUrl !== null
