import type { AppLoadContext } from '@remix-run/node'
import type { BaseData } from 'contract/base-data'
import { type AccentShades, accentShades } from 'format/accent'
import { formatPhone } from 'format/phone'
import type { PortalConfig } from '../config.server'
import { publicAddress } from '../http/redirects.server'

/** The name of the site in titles, header and footer: the company's own, or `SITE_TITLE` if base data have none. */
export const siteTitleOf = (base: BaseData | null, { siteTitle }: Pick<PortalConfig, 'siteTitle'>): string =>
  base?.company?.name || siteTitle

/** The name that signs a file for customers. */
export const companyName = async ({
  baseData,
  config,
}: Pick<AppLoadContext, 'baseData' | 'config'>): Promise<string> =>
  siteTitleOf(await baseData.current(), config)

export interface CompanyContact {
  name: string
  /** Formatted; null: base data have none. */
  phone: string | null
}

/** The contact for questions about a document on paper. */
export const companyContact = async (
  context: Pick<AppLoadContext, 'baseData' | 'config'>,
): Promise<CompanyContact> => {
  const base = await context.baseData.current()
  const phone = base?.contacts.phones.find(({ number }) => number.trim())
  return { name: siteTitleOf(base, context.config), phone: phone ? formatPhone(phone.number) : null }
}

/** How the company of the base data looks in the frame of a page. */
export interface CompanyLook {
  /** `origin` is null for a path of this site. */
  logo: { src: string; origin: string | null } | null
  /** Null: the company has no colour, or texts in it would be hard to read. */
  colours: CompanyColours | null
}

export interface CompanyColours {
  /** CSS with the company's colours. */
  style: string
  /** The accent itself, `#rrggbb`. */
  accent: string
}

const looks = new WeakMap<BaseData, CompanyLook>()

/** The logo and colour of the company, checked; computed once per base data. */
export const companyLook = (base: BaseData, publicUrl: URL): CompanyLook => {
  const cachedLook = looks.get(base)
  if (cachedLook) return cachedLook
  const { logo, accent } = base.company ?? {}
  const look = {
    logo: logo ? logoOf(logo, publicUrl) : null,
    colours: accent ? coloursOf(accent) : null,
  }
  looks.set(base, look)
  return look
}

const logoOf = (logo: string, publicUrl: URL): CompanyLook['logo'] => {
  const address = publicAddress(logo, publicUrl)
  if (!address) return null
  return address.kind === 'site'
    ? { src: address.path, origin: null }
    : { src: address.url, origin: new URL(address.url).origin }
}

/** The accessible version and forced colours keep their own colours. */
export const coloursOf = (accent: string): CompanyColours | null => {
  const shades = accentShades(accent)
  if (!shades) return null
  const schemes = (['light', 'dark'] as const).map(
    (scheme) =>
      `@media (prefers-color-scheme:${scheme}) and (forced-colors:none){:root:not([data-scheme]){${declarations(shades[scheme])}}}`,
  )
  return { style: `@layer tokens{${schemes.join('')}}`, accent: shades.light.accent }
}

const declarations = ({ accent, accentStrong, accentSoft, onAccent }: AccentShades) =>
  `--accent:${accent};--accent-strong:${accentStrong};--accent-soft:${accentSoft};--on-accent:${onAccent};--focus:${accent}`
