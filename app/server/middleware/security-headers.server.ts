import { randomBytes } from 'node:crypto'
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Request, RequestHandler } from 'express'
import helmet from 'helmet'
import { isSecure } from '../../framework/portal-cookie.server'
import { asksForConsent, readCookieChoice } from '../../preferences/cookie-consent/cookie-choice.server'
import type { PortalConfig } from '../config.server'
import { pagePath } from '../http/page-address.server'
import { type CompanyLook, companyLook } from '../pages/company.server'
import type { RouteRules } from '../pages/route-rules.server'
import type { BaseDataCache } from '../upstream/base-data.server'

declare global {
  namespace Express {
    interface Locals {
      /** The version of base data when the request began, and the company's look by it; null: none yet. */
      base: { version: number; look: CompanyLook | null }
      nonce: string
      /** Whether scripts of other sites may run on the page. */
      allowsOthers: boolean
      /** Whether the page of this data request has another policy than the document that the browser shows. */
      needsDocument: boolean
    }
  }
}

/** Reads the company's look once per request, so that the security policy and the page agree on it. */
export const pageBase =
  (baseData: BaseDataCache, publicUrl: URL): RequestHandler =>
  (_, res, next) => {
    const { version, latest } = baseData
    res.locals.base = { version, look: latest && companyLook(latest, publicUrl) }
    next()
  }

const POLICY = 'content-security-policy'
/** Stands for the nonce in the headers that are made once. */
const NONCE = 'NONCE'

/**
 * Sets a new nonce, and the headers that keep foreign code, frames and forms out of the pages (content security policy,
 * HSTS …). Scripts of other sites are allowed on pages that are not secret, unless the visitor has refused. A policy
 * belongs to a document, so a link between a secret page and another one has to load a document.
 */
export const securityHeaders = (
  config: PortalConfig,
  development: boolean,
  { isSecret }: Pick<RouteRules, 'isSecret'>,
): RequestHandler => {
  const secure = isSecure(config)
  const ownOnly = headersByLook(config, development, [])
  const thirdParty = thirdPartyOrigins(config)
  const hasOthers = thirdParty.length > 0
  const open = headersByLook(config, development, thirdParty)
  return (req, res, next) => {
    const nonce = randomBytes(16).toString('base64')
    res.locals.nonce = nonce
    // The policy also allows third-party scripts before the visitor has chosen: they load into the open page on consent.
    const isRefused = asksForConsent(config) && readCookieChoice(req.headers.cookie, secure) === 'necessary'
    const mayAllow = hasOthers && !isRefused
    const isSecretPage = mayAllow && isSecret(pageAddress(req))
    res.locals.allowsOthers = mayAllow && !isSecretPage
    res.locals.needsDocument = mayAllow && isSecretPage !== isSecret(documentAddress(req, config.publicUrl))
    const { fixed, policy } = (res.locals.allowsOthers ? open : ownOnly)(res.locals.base.look)
    res.setHeaders(fixed)
    res.setHeader(POLICY, policy.replaceAll(NONCE, nonce))
    next()
  }
}

/** The path and query of the page that a request is about. */
const pageAddress = ({ path, originalUrl }: Request) => pagePath(path) + originalUrl.slice(path.length)

/** The path and query of the page that the browser shows while it fetches another page's data; without Referer `/`. */
const documentAddress = (req: Request, { origin }: URL) => {
  const referer = req.get('referer') ?? ''
  return referer.startsWith(`${origin}/`) ? referer.slice(origin.length) : '/'
}

/** The origins of the analytics counter and the trust badge. */
const thirdPartyOrigins = ({ metrikaId, trustBadgeUrl }: PortalConfig): string[] => [
  ...(metrikaId ? ['https://mc.yandex.ru'] : []),
  ...(trustBadgeUrl ? [trustBadgeUrl.origin] : []),
]

interface Headers {
  fixed: Map<string, string>
  /** With NONCE in place of the nonce. */
  policy: string
}

const NO_LOOK: CompanyLook = { logo: null, colours: null }

/** Makes the headers once per look of the company: helmet takes longer than the rest of a cached page. */
const headersByLook = (config: PortalConfig, development: boolean, thirdParty: readonly string[]) => {
  const cache = new WeakMap<CompanyLook, Headers>()
  return (look: CompanyLook | null): Headers => {
    const key = look ?? NO_LOOK
    const headers = cache.get(key) ?? makeHeaders(config, { development, thirdParty, look: key })
    cache.set(key, headers)
    return headers
  }
}

interface PolicyOptions {
  development: boolean
  thirdParty: readonly string[]
  look: CompanyLook
}

const makeHeaders = (config: PortalConfig, { development, thirdParty, look }: PolicyOptions): Headers => {
  const { paymentOrigins } = config
  const https = isSecure(config)
  const nonce = `'nonce-${NONCE}'`
  const logo = look.logo?.origin
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...thirdParty, nonce],
        styleSrc: ["'self'", ...(development ? ["'unsafe-inline'"] : look.colours ? [nonce] : [])],
        imgSrc: ["'self'", 'data:', ...thirdParty, ...(logo ? [logo] : [])],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...(development ? ['ws:'] : []), ...thirdParty],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        // Chromium applies form-action to the redirect after a POST, which can lead to the bank.
        formAction: ["'self'", ...paymentOrigins],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // no-referrer would make Chromium send `Origin: null` from plain forms.
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    hsts: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
  })
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  setHeaders(request, response, (error) => {
    if (error) throw error
  })
  const { [POLICY]: policy, ...others } = response.getHeaders()
  return { fixed: asMap(others), policy: String(policy) }
}

const asMap = (headers: OutgoingHttpHeaders) =>
  new Map(Object.entries(headers).map(([name, value]) => [name, String(value)]))
