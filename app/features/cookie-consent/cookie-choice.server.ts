import { parseCookie, stringifySetCookie } from 'cookie'
import type { PortalConfig } from '../../server/config.server'

const NAME = 'cookieChoice'
const YEAR_S = 365 * 24 * 60 * 60

/** What the visitor has agreed to: all cookies and foreign scripts, or only what the site cannot do without. */
export type CookieChoice = 'all' | 'necessary'

export const asCookieChoice = (value: unknown): CookieChoice | null =>
  value === 'all' || value === 'necessary' ? value : null

/** The choice that a browser remembers; null: it was never asked. */
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

/** Whether there is anything to choose: the portal is set up with an analytics counter or a trust badge. */
export const hasForeignScripts = ({ metrikaId, trustBadgeUrl }: PortalConfig) =>
  metrikaId !== null || trustBadgeUrl !== null
