import type { AppLoadContext } from '@remix-run/node'
import type { BaseData, MenuItem } from 'contract/base-data'
import { openNow } from 'format/working-hours'
import { drawVersion, drawVersionForms } from '../../features/accessible-version/draw-version.server'
import { type CookieChoice, hasForeignScripts } from '../../features/cookie-consent/cookie-choice.server'
import type { PortalConfig } from '../config.server'
import { publicAddress } from '../http/redirects.server'
import { asMessage } from '../session/flash.server'

/** What every page is framed with, whatever becomes of the page itself. Never throws. */
export const loadRootData = async (request: Request, context: AppLoadContext) => {
  const { accessible, baseData, config, cookieChoice, flash, visitor, prefetch } = context
  const [user, base] = await Promise.all([visitor.currentUser(), baseData.current()])
  const message = prefetch ? null : flash.received
  if (message) flash.shown = true
  return {
    siteTitle: config.siteTitle,
    user: user && { name: user.name },
    base: base && withSafeAddresses(base, config.publicUrl),
    openNow: base && openNow(base.workingHours, new Date(), config.timeZone),
    flash: message && asMessage(message),
    formFailed: context.formFailed,
    testPayments: context.testPayments,
    version: accessible && drawVersion(accessible),
    versionForms: drawVersionForms(accessible, pageOf(request, context)),
    ...(hasForeignScripts(config) && { cookies: cookiesOf(config, cookieChoice) }),
  }
}

/** What the visitor is asked about, and once they have agreed what their browser is to load. */
const cookiesOf = ({ metrikaId, trustBadgeUrl }: PortalConfig, choice: CookieChoice | null) => ({
  choice,
  hasCounter: metrikaId !== null,
  hasBadge: trustBadgeUrl !== null,
  agreed: choice === 'all' ? { counter: metrikaId, badge: trustBadgeUrl?.href ?? null } : null,
})

/** A longer address is cut to its path: the forms of both versions repeat it. */
const LONGEST_QUERY = 1_000

const pageOf = (request: Request, { query }: AppLoadContext) => {
  const { pathname } = new URL(request.url)
  return query && query.length <= LONGEST_QUERY ? `${pathname}?${query}` : pathname
}

/** The same base data frames every page for a minute, and its addresses are looked through once. */
const looked = new WeakMap<BaseData, BaseData>()

/** Menu addresses come from the API: paths of this site and https addresses stay, any other scheme is dropped. */
const withSafeAddresses = (base: BaseData, publicUrl: URL): BaseData => {
  const known = looked.get(base)
  if (known) return known
  const safe = {
    ...base,
    topMenu: safeMenu(base.topMenu, publicUrl),
    footerMenu: base.footerMenu.map(({ title, items }) => ({ title, items: safeMenu(items, publicUrl) })),
  }
  looked.set(base, safe)
  return safe
}

const safeMenu = (items: readonly MenuItem[], publicUrl: URL): MenuItem[] =>
  items.flatMap(({ title, url, children }) => {
    const address = publicAddress(url, publicUrl)
    if (!address) return []
    const safe = address.kind === 'site' ? address.path : address.url
    return [{ title, url: safe, ...(children ? { children: safeMenu(children, publicUrl) } : {}) }]
  })
