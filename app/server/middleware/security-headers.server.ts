import type { RequestHandler } from 'express'
import { asksForConsent, readCookieChoice } from '../../features/cookie-consent/cookie-choice.server'
import type { PortalConfig } from '../config.server'
import type { CompanyLook } from '../pages/company-look.server'
import { randomText } from '../random-text.server'

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
export const securityHeaders = (config: PortalConfig, development: boolean): RequestHandler => {
  const ownOnly = policyFor(config, development, [])
  const open = policyFor(config, development, thirdPartyOrigins(config))
  const fixed = new Map([
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Origin-Agent-Cluster', '?1'],
    // no-referrer would make Chromium send `Origin: null` from plain forms.
    ['Referrer-Policy', 'same-origin'],
    ...(isHttps(config) ? [['Strict-Transport-Security', 'max-age=31536000'] as const] : []),
    ['X-Content-Type-Options', 'nosniff'],
    ['X-DNS-Prefetch-Control', 'off'],
    ['X-Download-Options', 'noopen'],
    ['X-Frame-Options', 'DENY'],
    ['X-Permitted-Cross-Domain-Policies', 'none'],
    // The filter of old browsers can be turned against a page.
    ['X-XSS-Protection', '0'],
  ])
  return (req, res, next) => {
    const nonce = randomText(16, 'base64')
    res.locals.nonce = nonce
    // The policy also allows third-party scripts before the visitor has chosen: they load into the open page on consent.
    const isRefused = asksForConsent(config) && readCookieChoice(req.headers.cookie) === 'necessary'
    const policy = isRefused ? ownOnly : open
    res.setHeader('Content-Security-Policy', policy(`'nonce-${nonce}'`, res.locals.base.look))
    res.setHeaders(fixed)
    next()
  }
}

/** The origins of the analytics counter and the trust badge. */
const thirdPartyOrigins = ({ metrikaId, trustBadgeUrl }: PortalConfig): string[] => [
  ...(metrikaId === null ? [] : ['https://mc.yandex.ru', 'https://mc.yandex.com']),
  ...(trustBadgeUrl ? [trustBadgeUrl.origin] : []),
]

const isHttps = ({ publicUrl }: PortalConfig) => publicUrl.protocol === 'https:'

/** The content security policy of a response by its nonce and the company's look. */
const policyFor = (config: PortalConfig, development: boolean, thirdParty: readonly string[]) => {
  const own = (...others: readonly string[]) => ["'self'", ...others].join(' ')
  const beginning = `default-src 'self';script-src ${own(...thirdParty)}`
  const images = own('data:', ...thirdParty)
  const end = [
    "font-src 'self'",
    `connect-src ${own(...(development ? ['ws:'] : []), ...thirdParty)}`,
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // Chromium applies form-action to the redirect after a POST, which can lead to the bank.
    `form-action ${own(...config.paymentOrigins)}`,
    ...(isHttps(config) ? ['upgrade-insecure-requests'] : []),
  ].join(';')
  return (nonceSource: string, look: CompanyLook | null) => {
    const inline = development ? " 'unsafe-inline'" : look?.colours ? ` ${nonceSource}` : ''
    const logo = look?.logo?.origin ? ` ${look.logo.origin}` : ''
    return `${beginning} ${nonceSource};style-src 'self'${inline};img-src ${images}${logo};${end}`
  }
}
