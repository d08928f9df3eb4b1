import { randomBytes } from 'node:crypto'
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import { readCookieChoice } from '../../features/cookie-consent/cookie-choice.server'
import type { PortalConfig } from '../config.server'

declare global {
  namespace Express {
    interface Locals {
      nonce: string
    }
  }
}

/** A fresh nonce and the headers that keep foreign code, frames and forms out of the pages. */
export const securityHeaders = (config: PortalConfig, development: boolean): RequestHandler[] => {
  const own = headersFor(config, development, [])
  const foreign = foreignOrigins(config)
  const open = foreign.length > 0 ? headersFor(config, development, foreign) : own
  return [
    (_, res, next) => {
      res.locals.nonce = randomBytes(16).toString('base64')
      next()
    },
    // Open to those who were not asked yet, too: who agrees goes on with the page that is open, and what is typed in it.
    (req, res, next) => (readCookieChoice(req.headers.cookie) === 'necessary' ? own : open)(req, res, next),
  ]
}

/** Where the counter and the trust badge come from and report to. */
const foreignOrigins = ({ metrikaId, trustBadgeUrl }: PortalConfig): string[] => [
  ...(metrikaId === null ? [] : ['https://mc.yandex.ru', 'https://mc.yandex.com']),
  ...(trustBadgeUrl ? [trustBadgeUrl.origin] : []),
]

const headersFor = (
  { publicUrl, paymentOrigins }: PortalConfig,
  development: boolean,
  foreign: readonly string[],
): RequestHandler => {
  const https = publicUrl.protocol === 'https:'
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: [
          "'self'",
          ...foreign,
          (_, res) => `'nonce-${'locals' in res ? nonceOf(res.locals) : ''}'`,
        ],
        styleSrc: development ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        imgSrc: ["'self'", 'data:', ...foreign],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...(development ? ['ws:'] : []), ...foreign],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        // Chromium applies form-action to the redirect that follows a POST, so the bank is named too.
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

const nonceOf = (locals: unknown) =>
  typeof locals === 'object' && locals !== null && 'nonce' in locals ? String(locals.nonce) : ''
