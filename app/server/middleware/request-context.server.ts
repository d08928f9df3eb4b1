import { randomUUID } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import type { Request, RequestHandler, Response } from 'express'
import type { ParentLog } from 'monitoring/log'
import type { StreamingTransport } from '~/api-client/transport'
import { readAccessibleVersion } from '~/preferences/accessible-version/version-cookie.server'
import { readCookieChoice } from '~/preferences/cookie-consent/cookie-choice.server'
import { isSecure } from '../../framework/portal-cookie.server'
import type { PortalConfig } from '../config.server'
import { visitorAddress } from '../http/visitor-address.server'
import { describeDevice } from '../session/device.server'
import type { FlashCookie } from '../session/flash.server'
import type { RegistrationCookie, SecondStepCookie } from '../session/sealed-cookie.server'
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
  flash: FlashCookie
  secondStep: SecondStepCookie
  registration: RegistrationCookie
  testPayments: boolean
  log: ParentLog
}

/** Collects everything that loaders, actions and later steps need of the request, see `contextOf`. */
export const requestContext =
  ({
    config,
    transport,
    baseData,
    flash,
    secondStep,
    registration,
    testPayments,
    log,
  }: RequestContextOptions): RequestHandler =>
  async (req, res, next) => {
    try {
      const { cookie = null } = req.headers
      const secure = isSecure(config)
      const device = res.locals.device ?? res.locals.newDevice ?? null
      const isForm = req.method === 'POST'
      const isByScripts = req.path.endsWith('.data')
      const headers = upstreamHeaders(req, res)
      const { requestId, traceId } = res.locals
      const requestLog = log.child({ requestId, ...(traceId && { traceId }) })
      res.locals.context = {
        config,
        log: requestLog,
        requestId,
        nonce: res.locals.nonce,
        idempotencyKey: randomUUID(),
        visitor: new Visitor({
          transport: isForm ? deduplicateGets(transport) : (res.locals.contentCalls?.transport ?? transport),
          cookies: res.locals.upstreamCookies,
          headers,
          deviceHeaders: () => (device === null ? {} : deviceHeaders(device, req.get('user-agent'))),
          streaming: transport,
          callTimeoutMs: config.productApiTimeoutMs,
          closed: closedSignal(res),
          isForm,
          deadline: (res.locals.arrivedAt ?? Date.now()) + PAGE_DEADLINE_MS,
          log: requestLog,
          blockedBy: res.locals.overloaded,
        }),
        baseData,
        base: res.locals.base,
        allowsOthers: res.locals.allowsOthers,
        needsDocument: !isForm && isByScripts && !res.locals.refusal && res.locals.needsDocument,
        cookieChoice: readCookieChoice(cookie, secure),
        accessible: readAccessibleVersion(cookie, secure),
        query: queryOf(req),
        refusal: res.locals.refusal ?? null,
        insteadOf: res.locals.insteadOf ?? null,
        throttledForS: res.locals.throttledForS ?? null,
        rawForm: Buffer.isBuffer(req.body)
          ? { contentType: req.get('content-type') ?? '', body: req.body }
          : null,
        flash: { received: await flash.read(cookie), next: null, shown: false },
        secondStep: { token: async () => (await secondStep.read(cookie))?.token ?? null, next: null },
        registration: { recent: () => registration.read(cookie), next: null },
        form: { state: 'none' },
        byScripts: isByScripts,
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

/** The headers of every call of the product API. Call it before any await: a closed connection has no address. */
export const upstreamHeaders = (req: Request, res: Response): Record<string, string> => {
  const address = visitorAddress(req)
  return { 'x-request-id': res.locals.requestId, ...(address && { 'x-forwarded-for': address }) }
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

/** One error for all requests: every response is closed in the end, and creating an error with its stack is slow. */
const responseClosed = new Error('the response is closed')

const signalOfClose = (res: Response): AbortSignal => {
  if (res.destroyed) return AbortSignal.abort(responseClosed)
  const controller = new AbortController()
  res.once('close', () => controller.abort(responseClosed))
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
