import { randomBytes } from 'node:crypto'
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import type { PortalConfig } from '../config.server'

declare global {
  namespace Express {
    interface Locals {
      nonce: string
    }
  }
}

/** A fresh nonce and the headers that keep foreign code, frames and forms out of the pages. */
export const securityHeaders = (
  { publicUrl, paymentOrigins }: PortalConfig,
  development: boolean,
): RequestHandler[] => {
  const https = publicUrl.protocol === 'https:'
  return [
    (_, res, next) => {
      res.locals.nonce = randomBytes(16).toString('base64')
      next()
    },
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'", (_, res) => `'nonce-${'locals' in res ? nonceOf(res.locals) : ''}'`],
          styleSrc: development ? ["'self'", "'unsafe-inline'"] : ["'self'"],
          imgSrc: ["'self'", 'data:'],
          fontSrc: ["'self'"],
          connectSrc: development ? ["'self'", 'ws:'] : ["'self'"],
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
    }),
  ]
}

const nonceOf = (locals: unknown) =>
  typeof locals === 'object' && locals !== null && 'nonce' in locals ? String(locals.nonce) : ''
