import { parseCookie, stringifySetCookie } from 'cookie'
import { chosenSettings, isOffered, type Settings, settingNames } from './settings'

const NAME = 'accessibleVersion'
const YEAR_S = 365 * 24 * 60 * 60

/** The visitor's accessible version; null is the usual one, as is every cookie but those that the portal writes. */
export const readAccessibleVersion = (cookieHeader: string | null | undefined): Settings | null => {
  const written = cookieHeader ? parseCookie(cookieHeader)[NAME] : undefined
  const values = written?.split('_') ?? []
  if (values.length !== settingNames.length) return null
  if (!settingNames.every((name, index) => isOffered(name, values[index] ?? ''))) return null
  return chosenSettings((name) => values[settingNames.indexOf(name)])
}

/** The settings as the cookie has them: `150_white_sans_0_1.5_on`. */
export const written = (settings: Settings): string => settingNames.map((name) => settings[name]).join('_')

/** Keeps the version for a year; null goes back to the usual one. */
export const accessibleVersionCookie = (settings: Settings | null, secure: boolean) =>
  stringifySetCookie({
    name: NAME,
    value: settings ? written(settings) : '',
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
    maxAge: settings ? YEAR_S : 0,
  })
