import { type AppLoadContext, redirectDocument } from '@remix-run/node'
import type { BaseData, MenuItem } from 'contract/base-data'
import { withNoBreaks } from 'format/shown-text'
import { openingState } from 'format/working-hours'
import { drawVersion, drawVersionForms } from '../../preferences/accessible-version/draw-version.server'
import {
  allowedScripts,
  asksForConsent,
  type CookieChoice,
} from '../../preferences/cookie-consent/cookie-choice.server'
import type { PortalConfig } from '../config.server'
import { pageAddress, straightPath } from '../http/page-address.server'
import { publicAddress, sitePath } from '../http/redirects.server'
import { asMessage } from '../session/flash.server'
import { siteTitleOf } from './company.server'

/**
 * Data of the frame around every page, also around error screens. Throws only the redirect to a page that the browser has to
 * load as a document.
 */
export const loadRootData = async (request: Request, context: AppLoadContext) => {
  if (context.needsDocument) throw redirectDocument(pageAddress(request, context))
  const { accessible, baseData, config, cookieChoice, flash, form, visitor, prefetch } = context
  const [user, base] = await Promise.all([visitor.currentUser(), baseData.current()])
  const scripts = context.allowsOthers ? allowedScripts(config, cookieChoice) : null
  const message = prefetch ? null : flash.received
  if (message) flash.shown = true
  const siteTitle = siteTitleOf(base, config)
  const frameTitle = withNoBreaks(siteTitle)
  return {
    requestId: context.requestId,
    ...(context.insteadOf !== null && { retryTo: sitePath(context.insteadOf, config.publicUrl) }),
    siteTitle,
    ...(frameTitle !== siteTitle && { frameTitle }),
    company: base?.company && companyOf(context),
    user: user && { name: user.name },
    base: base && withSafeAddresses(base, config.publicUrl),
    openNow: base && openingState(base.workingHours, new Date(), config.timeZone),
    flash: message && !(user && message.forGuests) ? asMessage(message) : null,
    ...(form.state === 'rejected' && !form.isQuestion && { formFailed: true }),
    ...(form.state !== 'none' && form.title && { answerTitle: form.title }),
    testPayments: context.testPayments,
    version: accessible && drawVersion(accessible),
    ...(form.state === 'accepted' && form.isShownOnce && { shownOnce: true }),
    versionForms: drawVersionForms(accessible, pageOf(request, context)),
    ...(asksForConsent(config) && { cookies: cookiesOf(config, cookieChoice) }),
    ...(scripts && { allowedScripts: scripts }),
  }
}

const companyOf = ({ base: { look } }: AppLoadContext) => ({
  logo: look?.logo?.src,
  colours: look?.colours,
})

/** What the cookie notice asks about. */
const cookiesOf = ({ metrikaId, trustBadgeUrl }: PortalConfig, choice: CookieChoice | null) => ({
  choice,
  hasCounter: metrikaId !== null,
  hasBadge: trustBadgeUrl !== null,
})

/** A longer query is left out: the forms of both versions repeat the address. */
const MAX_QUERY_LENGTH = 1_000

const pageOf = (request: Request, context: AppLoadContext) =>
  context.query.length <= MAX_QUERY_LENGTH ? pageAddress(request, context) : new URL(request.url).pathname

/** Base data is the same object for a minute; its addresses are checked once per object. */
const safeBaseData = new WeakMap<BaseData, BaseData>()

/**
 * Keeps menu items with a title that lead to an https address or a path of this site, spelled as its page is addressed.
 * Drops other schemes. An item without an address of its own keeps the items below it.
 */
const withSafeAddresses = (base: BaseData, publicUrl: URL): BaseData => {
  const cachedBase = safeBaseData.get(base)
  if (cachedBase) return cachedBase
  // Only loaders read how account numbers look.
  const { accountNumbers: _, ...shown } = base
  const safe = {
    ...shown,
    topMenu: safeMenu(base.topMenu, publicUrl),
    footerMenu: base.footerMenu.map(({ title, items }) => ({
      title: title.trim() || 'Разделы',
      items: safeMenu(items, publicUrl),
    })),
  }
  safeBaseData.set(base, safe)
  return safe
}

const safeMenu = (items: readonly MenuItem[], publicUrl: URL): MenuItem[] =>
  items.flatMap(({ title, url, children }) => {
    const address = safeAddress(url, publicUrl)
    const below = safeMenu(children ?? [], publicUrl)
    const isUseless = title.trim() === '' || (!address && below.length === 0)
    if (isUseless) return []
    return [{ title, url: address, ...(below.length > 0 && { children: below }) }]
  })

const safeAddress = (url: string, publicUrl: URL) => {
  const address = publicAddress(url, publicUrl)
  if (!address) return ''
  return address.kind === 'site' ? straightPath(address.path) : address.url
}
