import { randomBytes } from 'node:crypto'
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import { asksForConsent, readCookieChoice } from '../../features/cookie-consent/cookie-choice.server'
import type { PortalConfig } from '../config.server'

declare global {
  namespace Express {
    interface Locals {
      nonce: string
    }
  }
}

/**
 * Sets a new nonce, and the headers that keep foreign code, frames and forms out of the pages (content security policy,
 * HSTS …).
 */
export const securityHeaders = (config: PortalConfig, development: boolean): RequestHandler[] => {
  const ownOnly = headersFor(config, development, [])
  const thirdParty = thirdPartyOrigins(config)
  const open = thirdParty.length > 0 ? headersFor(config, development, thirdParty) : ownOnly
  return [
    (_, res, next) => {
      res.locals.nonce = randomBytes(16).toString('base64')
      next()
    },
    // The policy also allows third-party scripts before the visitor has chosen: they load into the open page on consent.
    (req, res, next) => {
      const isRefused = asksForConsent(config) && readCookieChoice(req.headers.cookie) === 'necessary'
      const headers = isRefused ? ownOnly : open
      headers(req, res, next)
    },
  ]
}

/** The origins of the analytics counter and the trust badge. */
const thirdPartyOrigins = ({ metrikaId, trustBadgeUrl }: PortalConfig): string[] => [
  ...(metrikaId === null ? [] : ['https://mc.yandex.ru', 'https://mc.yandex.com']),
  ...(trustBadgeUrl ? [trustBadgeUrl.origin] : []),
]

const headersFor = (
  { publicUrl, paymentOrigins }: PortalConfig,
  development: boolean,
  thirdParty: readonly string[],
): RequestHandler => {
  const https = publicUrl.protocol === 'https:'
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...thirdParty, (_, res) => nonceSource(res)],
        styleSrc: [
          (_, res) =>
            sources(development ? "'unsafe-inline'" : lookOf(res)?.colours ? nonceSource(res) : undefined),
        ],
        imgSrc: [(_, res) => sources('data:', ...thirdParty, lookOf(res)?.logo?.origin)],
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
}

/** This site, and the given sources. */
const sources = (...others: (string | null | undefined)[]) => ["'self'", ...others].filter(Boolean).join(' ')

/** Helmet passes Node's response; in Express it has the locals. */
const localsOf = (res: object): Partial<Express.Locals> =>
  'locals' in res && typeof res.locals === 'object' && res.locals !== null ? res.locals : {}

const nonceSource = (res: object) => `'nonce-${localsOf(res).nonce ?? ''}'`

const lookOf = (res: object) => localsOf(res).base?.look
