import { randomUUID } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import { parseCookie } from 'cookie'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import type { Transport } from '../../api-client/transport'
import { isSecure } from '../../framework/portal-cookie.server'
import {
  readAccessibleVersion,
  versionCookieValue,
} from '../../preferences/accessible-version/version-cookie.server'
import { asksForConsent, readCookieChoice } from '../../preferences/cookie-consent/cookie-choice.server'
import type { PortalConfig } from '../config.server'
import { sendWhole } from '../http/buffered-response.server'
import {
  createContentChecks,
  createGuestPageCache,
  type GuestPage,
  withFreshValues,
} from '../pages/guest-page-cache.server'
import type { RouteRules } from '../pages/route-rules.server'
import type { DeviceIds } from '../session/device.server'
import type { FlashCookie } from '../session/flash.server'
import type { RegistrationCookie } from '../session/sealed-cookie.server'
import type { SessionCookie } from '../session/session-cookie.server'
import type { BaseDataCache } from '../upstream/base-data.server'
import type { ContentCalls } from '../upstream/deduplicate-gets.server'
import { cacheControl, encodeBody } from './finished-response.server'
import { upstreamHeaders } from './request-context.server'

declare global {
  namespace Express {
    interface Locals {
      /** The content that was fetched to check a cached page, if that page is out of date. */
      contentCalls?: ContentCalls
      /** Stores the finished page in the cache; absent where the page may not be cached. */
      keepPage?: (body: Buffer, context: AppLoadContext) => Promise<void>
    }
  }
}

interface GuestPagesOptions {
  config: PortalConfig
  rules: RouteRules
  transport: Transport
  baseData: BaseDataCache
  session: Pick<SessionCookie, 'name'>
  flash: Pick<FlashCookie, 'name'>
  registration: Pick<RegistrationCookie, 'name'>
  devices: Pick<DeviceIds, 'write'>
}

/**
 * Answers guests from the cache of pages that are the same for all guests, and fills it. It runs before `overload`: a
 * cached page costs too little to wait for a place, and its visitors together make one call at a time. If a page is not
 * cached, the first visitor's request draws it and the others wait.
 */
export const guestPages = (options: GuestPagesOptions): RequestHandler => {
  const { config, rules, transport, baseData, devices } = options
  const secure = isSecure(config)
  const cache = createGuestPageCache()
  const checkContent = createContentChecks({ transport, timeoutMs: config.productApiTimeoutMs })

  const isShared = (req: Request) => {
    if (req.method !== 'GET' || req.originalUrl !== req.path) return false
    // The path of a data request is not its page's: the rules would take it for an address of the content pages.
    if (req.path.endsWith('.data') || !rules.isSameForGuests(req.path)) return false
    const cookies = parseCookie(req.headers.cookie ?? '')
    const ownPages = [options.session, options.flash, options.registration]
    return ownPages.every(({ name }) => !cookies[name])
  }

  /** A page looks different to guests by their cookie choice and by their settings of the accessible version. */
  const keyOf = ({ path, headers }: Request) => {
    const choice = asksForConsent(config) && readCookieChoice(headers.cookie, secure)
    const accessible = readAccessibleVersion(headers.cookie, secure)
    return [path, choice, accessible && versionCookieValue(accessible)].filter(Boolean).join(' ')
  }

  const send = (page: GuestPage, req: Request, res: Response) => {
    const { nonce, requestId, newDevice } = res.locals
    const html = withFreshValues(page, { nonce, requestId, idempotencyKey: randomUUID() })
    if (newDevice) res.append('Set-Cookie', devices.write(newDevice))
    res.type('html').set('Cache-Control', cacheControl(rules, { path: req.path, isGuest: true }))
    sendWhole(res, encodeBody(html, req, res))
  }

  /** Sends the page if its content is unchanged, and returns whether it did. Else keeps the new content for drawing it. */
  const answerFrom = async (page: GuestPage, req: Request, res: Response) => {
    const check = await checkContent(page, upstreamHeaders(req, res))
    if (check.isUnchanged) send(page, req, res)
    else res.locals.contentCalls = check.calls
    return check.isUnchanged
  }

  /** The pages that are being drawn, by key: each until it is in the cache, or its request has ended. */
  const pendingPages = new Map<string, Promise<void>>()

  /** Has one visitor draw the page; the others wait for it, and draw it themselves only if it could not be cached. */
  const drawOnce = (key: string, req: Request, res: Response, next: NextFunction) => {
    // The visitor has left while the content was checked.
    if (res.destroyed) return
    const { version } = res.locals.base
    const pendingPage = pendingPages.get(key)
    if (pendingPage) {
      pendingPage.then(() => {
        const page = cache.find(key, version)
        if (page) send(page, req, res)
        else res.locals.inTrace(next)
      })
      return
    }
    const finished = new Promise<void>((resolve) => {
      res.once('close', resolve)
      res.locals.keepPage = async (html, { nonce, requestId, idempotencyKey, visitor }) => {
        const content = await visitor.content.list()
        cache.keep(key, html, { nonce, requestId, idempotencyKey, baseVersion: version, content })
        resolve()
      }
    })
    pendingPages.set(key, finished)
    finished.then(() => pendingPages.delete(key))
    next()
  }

  return (req, res, next) => {
    if (!isShared(req)) return next()
    // Only reading base data refreshes it, and a cached page does not read it.
    void baseData.current()
    const key = keyOf(req)
    res.locals.arrivedAt = Date.now()
    const page = cache.find(key, res.locals.base.version)
    if (!page) return drawOnce(key, req, res, next)
    if (page.content.length === 0) return send(page, req, res)
    answerFrom(page, req, res).then((isAnswered) => isAnswered || drawOnce(key, req, res, next), next)
  }
}
