import { colord, extend } from 'colord'
import a11yPlugin from 'colord/plugins/a11y'
import mixPlugin from 'colord/plugins/mix'
import type { BaseData } from 'contract/base-data'
import { publicAddress } from '../http/redirects.server'

extend([a11yPlugin, mixPlugin])

/** How the company of the base data looks in the frame of a page. */
export interface CompanyLook {
  /** `origin` is null for a path of this site. */
  logo: { src: string; origin: string | null } | null
  /** CSS with the company's colour. */
  style: string | null
}

const looks = new WeakMap<BaseData, CompanyLook>()

/** The logo and colour of the company, checked; computed once per base data. */
export const companyLook = (base: BaseData, publicUrl: URL): CompanyLook => {
  const known = looks.get(base)
  if (known) return known
  const { logo, accent } = base.company ?? {}
  const look = { logo: logo ? logoOf(logo, publicUrl) : null, style: accent ? accentStyle(accent) : null }
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

/** A text has at least this contrast to its background (WCAG 2.2, 1.4.3). */
const MIN_CONTRAST = 4.5

/** `--ground` and the darkest surface of the light scheme, see app/styles/tokens.css. */
const GROUND = '#fff'
const SURFACE_STRONG = '#e5edeb'

/**
 * The light scheme with this accent colour, as CSS; null when it is no colour or texts in it would be hard to read. The
 * dark scheme, the accessible version and forced colours keep their own.
 */
export const accentStyle = (accent: string): string | null => {
  if (!/^#[0-9a-f]{6}$/i.test(accent)) return null
  const color = colord(accent)
  const soft = color.mix(GROUND, 0.88)
  const isLegible = [colord(GROUND), colord(SURFACE_STRONG), soft].every(
    (background) => color.contrast(background) >= MIN_CONTRAST,
  )
  if (!isLegible) return null
  const tokens = {
    '--accent': color.toHex(),
    '--accent-strong': color.mix('#000', 0.3).toHex(),
    '--accent-soft': soft.toHex(),
    '--focus': color.toHex(),
  }
  const declarations = Object.entries(tokens).map(([token, value]) => `${token}:${value}`)
  return `@layer tokens{@media (prefers-color-scheme:light) and (forced-colors:none){:root:not([data-scheme]){${declarations.join(';')}}}}`
}
