import { randomUUID } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import type { Request, RequestHandler, Response } from 'express'
import type { StreamingTransport } from '~/api-client/transport'
import { readAccessibleVersion } from '~/features/accessible-version/version-cookie.server'
import { readCookieChoice } from '~/features/cookie-consent/cookie-choice.server'
import type { PortalConfig } from '../config.server'
import { visitorAddress } from '../http/visitor-address.server'
import { describeDevice } from '../session/device.server'
import type { FlashCookie } from '../session/flash.server'
import type { SecondStepCookie } from '../session/second-step-cookie.server'
import type { SessionCookie } from '../session/session-cookie.server'
import type { BaseDataCache } from '../upstream/base-data.server'
import { deduplicateGets } from '../upstream/deduplicate-gets.server'
import { Visitor } from '../upstream/visitor.server'

declare global {
  namespace Express {
    interface Locals {
      context?: AppLoadContext
    }
  }
}

/** The time for a page request as a whole, its wait for a place included, however many calls it makes. */
const PAGE_DEADLINE_MS = 12_000

interface RequestContextOptions {
  config: PortalConfig
  transport: StreamingTransport
  baseData: BaseDataCache
  session: SessionCookie
  flash: FlashCookie
  secondStep: SecondStepCookie
  testPayments: boolean
}

/** Collects everything that loaders, actions and later steps need of the request, see `contextOf`. */
export const requestContext =
  ({
    config,
    transport,
    baseData,
    session,
    flash,
    secondStep,
    testPayments,
  }: RequestContextOptions): RequestHandler =>
  async (req, res, next) => {
    try {
      const { cookie = null } = req.headers
      // Read before the first await: a closed connection has no address.
      const address = visitorAddress(req)
      const device = res.locals.device ?? res.locals.newDevice
      const isForm = req.method === 'POST'
      res.locals.context = {
        config,
        log: res.locals.log,
        requestId: res.locals.requestId,
        nonce: res.locals.nonce,
        idempotencyKey: randomUUID(),
        visitor: new Visitor({
          transport: isForm ? deduplicateGets(transport) : transport,
          cookies: await session.read(cookie),
          headers: { 'x-request-id': res.locals.requestId, ...(address && { 'x-forwarded-for': address }) },
          deviceHeaders: () => (device === null ? {} : deviceHeaders(device, req.get('user-agent'))),
          streaming: transport,
          callTimeoutMs: config.productApiTimeoutMs,
          closed: closedSignal(res),
          isForm,
          deadline: res.locals.arrivedAt + PAGE_DEADLINE_MS,
          log: res.locals.log,
          blockedBy: res.locals.overloaded,
        }),
        baseData,
        base: res.locals.base,
        cookieChoice: readCookieChoice(cookie),
        accessible: readAccessibleVersion(cookie),
        query: queryOf(req),
        refusal: res.locals.refusal ?? null,
        insteadOf: res.locals.insteadOf ?? null,
        throttledForS: res.locals.throttledForS,
        posted: Buffer.isBuffer(req.body)
          ? { contentType: req.get('content-type') ?? '', body: req.body }
          : null,
        flash: { received: await flash.read(cookie), next: null, shown: false },
        secondStep: { token: () => secondStep.read(cookie), next: null },
        formFailed: false,
        formAsks: false,
        answerTitle: null,
        byScripts: req.path.endsWith('.data'),
        testPayments,
        prefetch: /prefetch/.test(`${req.get('sec-purpose') ?? ''} ${req.get('purpose') ?? ''}`),
        page: null,
        download: null,
        replyHeaders: new Headers(),
      }
      setPublicUrl(req, config.publicUrl)
      next()
    } catch (error) {
      next(error)
    }
  }

/** The context that `requestContext` has made for this request. */
export const contextOf = (res: Response): AppLoadContext => {
  if (!res.locals.context) throw new Error('the request has no context')
  return res.locals.context
}

/** One signal for all calls of a request, made for the first of them. */
const closedSignal = (res: Response) => {
  let signal: AbortSignal | null = null
  return () => {
    signal ??= signalOfClose(res)
    return signal
  }
}

const signalOfClose = (res: Response): AbortSignal => {
  if (res.destroyed) return AbortSignal.abort()
  const controller = new AbortController()
  res.once('close', () => controller.abort())
  return controller.signal
}

/** What Remix adds to the query of its data requests, and to the address of an index route's form. */
const ADDED_TO_DATA = /(^|&)(?:_routes=[^&]*|index=?(?=&|$))/g
const ADDED_TO_FORMS = /(^|&)index=?(?=&|$)/g

/** The page's query as it came. */
const queryOf = ({ originalUrl, path, method }: Request) => {
  const at = originalUrl.indexOf('?')
  if (at === -1) return ''
  const query = originalUrl.slice(at + 1)
  const isData = path.endsWith('.data')
  if (!isData && method !== 'POST') return query
  return query.replace(isData ? ADDED_TO_DATA : ADDED_TO_FORMS, '').replace(/^&/, '')
}

const deviceHeaders = (id: string, userAgent: string | undefined): Record<string, string> => ({
  'x-device-id': id,
  'x-device': describeDevice(userAgent) ?? 'Unknown',
})

/**
 * Remix builds `request.url` from the Host header; it has to be PUBLIC_URL whatever the browser says. Origin is checked
 * already (`formBody`), and Remix rejects one that is another name of this server.
 */
const setPublicUrl = (req: Request, publicUrl: URL) => {
  req.headers.host = publicUrl.host
  delete req.headers['x-forwarded-host']
  delete req.headers.origin
}
