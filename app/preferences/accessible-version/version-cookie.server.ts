import { portalCookie } from '~/framework/portal-cookie.server'
import { chosenSettings, isOffered, type Settings, settingNames } from './settings'

const cookie = (secure: boolean) => portalCookie('accessibleVersion', secure)
const YEAR_S = 365 * 24 * 60 * 60

/** The visitor's settings of the accessible version; null for the usual version, also when the cookie is invalid. */
export const readAccessibleVersion = (
  cookieHeader: string | null | undefined,
  secure: boolean,
): Settings | null => {
  const values = cookie(secure).read(cookieHeader)?.split('_') ?? []
  if (values.length !== settingNames.length) return null
  if (!settingNames.every((name, index) => isOffered(name, values[index] ?? ''))) return null
  return chosenSettings((name) => values[settingNames.indexOf(name)])
}

/** The cookie's value: `150_white_sans_0_1.5_on`. */
export const versionCookieValue = (settings: Settings): string =>
  settingNames.map((name) => settings[name]).join('_')

/** The cookie that keeps the settings for a year; null deletes it. */
export const accessibleVersionCookie = (settings: Settings | null, secure: boolean) =>
  settings ? cookie(secure).write(versionCookieValue(settings), YEAR_S) : cookie(secure).clear()
