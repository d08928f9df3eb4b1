import { randomUUID } from 'node:crypto'
import type { AppLoadContext, ServerBuild } from '@remix-run/node'
import express, {
  type ErrorRequestHandler,
  type Express as ExpressApp,
  type Request,
  type RequestHandler,
  type Response,
} from 'express'
import type { Transport } from '../api-client/transport'
import { readAccessibleVersion } from '../features/accessible-version/version-cookie.server'
import { readCookieChoice } from '../features/cookie-consent/cookie-choice.server'
import { pageHandler } from '../framework/page-handler.server'
import { paths } from '../paths'
import type { PortalConfig } from './config.server'
import type { Refusal } from './context.server'
import { holdAnswer } from './http/buffered-response.server'
import { compress } from './http/compression.server'
import { isOwnForm } from './http/form-origin.server'
import { readPostedBody } from './http/posted-body.server'
import { sitePath } from './http/redirects.server'
import { requestTarget } from './http/request-target.server'
import type { Log } from './log.server'
import { embeddedApiPages } from './middleware/embedded-api-pages.server'
import { postLimits } from './middleware/post-limits.server'
import { resourceScreen } from './middleware/resource-screen.server'
import { securityHeaders } from './middleware/security-headers.server'
import { createGuestPages } from './pages/guest-page-cache.server'
import { isDecodable, type RouteRules, readRouteRules } from './pages/route-rules.server'
import { createDeviceIds, describeDevice, deviceCookie } from './session/device.server'
import { createFlashCookie, type FlashCookie } from './session/flash.server'
import { createSessionCookie, type SessionCookie } from './session/session-cookie.server'
import { type BaseDataCache, createBaseDataCache } from './upstream/base-data.server'
import { askedOnce } from './upstream/deduplicate-gets.server'
import { Visitor } from './upstream/visitor.server'

/** A page request has this long in all, however many calls it makes. */
const PAGE_DEADLINE_MS = 12_000

export interface PortalDeps {
  config: PortalConfig
  /** The built Remix app, or in development a function that always gives the newest. */
  build: ServerBuild | (() => Promise<ServerBuild>)
  transport: Transport
  log: Log
  /** The embedded product API, whose own pages stand beside the portal's. */
  embeddedApi?: (request: globalThis.Request) => globalThis.Response | Promise<globalThis.Response>
  /** Whether payments go to the embedded API's test bank. */
  testPayments?: boolean
  /** What answers for scripts, styles and icons. */
  assets: RequestHandler
  development?: boolean
  /** Whether the server takes new visitors: false while it starts and while it shuts down. */
  isReady?: () => boolean
  /** How the embedded product API is. A remote one is not asked: no restart of the portal would mend it. */
  embeddedHealth?: Record<'live' | 'ready', () => Promise<{ status: number; text: string }>>
}

/** The whole portal as an Express app. Throws when the route map names an access that nobody defined. */
export const createPortal = async (deps: PortalDeps): Promise<ExpressApp> => {
  const { config, log, development = false } = deps
  const secure = config.publicUrl.protocol === 'https:'
  const site: Site = {
    ...deps,
    secure,
    session: createSessionCookie(config.sessionSecrets, secure),
    flash: createFlashCookie(config.sessionSecrets, secure),
    baseData: createBaseDataCache({ transport: deps.transport, timeoutMs: config.productApiTimeoutMs, log }),
    rules: readRouteRules(typeof deps.build === 'function' ? await deps.build() : deps.build),
  }
  void site.baseData.current()

  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('trust proxy', config.trustProxy)
  app.use(plainTarget)
  app.use(health(deps))
  app.use(...securityHeaders(config, development))
  app.use(requestIdentity(log, site.rules))
  if (config.trustProxy === 0) app.use(unexpectedProxy(log))
  if (deps.embeddedApi) app.use(embeddedApiPages(deps.embeddedApi, config.publicUrl.origin))
  app.use(deps.assets)
  app.use(addressLimit)
  app.use(trailingSlash(config.publicUrl))
  app.use(onlyPagesAndForms)
  app.use(...postLimits(config.postLimit, createDeviceIds(config.sessionSecrets)))
  app.use(formBody(config.publicUrl.origin, site.rules))
  app.use(validAddress(site.rules))
  app.use(refusedResource(site.rules))
  app.use(requestContext(site))
  app.use(wholeAnswer(site))
  app.use(keptForGuests(site.rules))
  const answer = pageHandler({ build: deps.build, rules: site.rules, contextOf })
  app.use(resourceScreen({ rules: site.rules, contextOf, answer }))
  app.use(lastResort(log))
  return app
}

interface Site extends PortalDeps {
  secure: boolean
  session: SessionCookie
  flash: FlashCookie
  baseData: BaseDataCache
  rules: RouteRules
}

declare global {
  namespace Express {
    interface Locals {
      requestId: string
      log: Log
      refusal: Refusal | null
      throttledForS: number | null
      context: AppLoadContext | null
      /** The browser's own, and the one that a POST without any is given. */
      device: string | null
      newDevice: string | null
      keepPage: ((body: Buffer) => Promise<void>) | null
    }
  }
}

const plainTarget: RequestHandler = (req, _res, next) => {
  req.url = requestTarget(req.url)
  req.originalUrl = req.url
  next()
}

const health = ({
  isReady = () => true,
  embeddedHealth: { live, ready } = {
    live: async () => ({ status: 200, text: 'ok' }),
    ready: async () => ({ status: 200, text: 'ready' }),
  },
}: Pick<PortalDeps, 'isReady' | 'embeddedHealth'>): RequestHandler => {
  const shuttingDown = { status: 503, text: 'not ready' }
  return async (req, res, next) => {
    if (req.path !== '/health' && req.path !== '/health/ready') return next()
    const asked = req.path === '/health' ? live : ready
    const { status, text } = asked === ready && !isReady() ? shuttingDown : await asked()
    res.status(status).set('Cache-Control', 'no-store').type('text/plain').send(text)
  }
}

/** Gives the request its id and writes its line to the log: the route's pattern, never the address as typed. */
const requestIdentity =
  (log: Log, rules: RouteRules): RequestHandler =>
  (req, res, next) => {
    const startedAt = performance.now()
    // As it was asked: a refused request goes on as another.
    const { method } = req
    const requestId = randomUUID()
    Object.assign(res.locals, {
      requestId,
      log: log.child({ requestId }),
      refusal: null,
      throttledForS: null,
    })
    Object.assign(res.locals, { context: null, device: null, newDevice: null, keepPage: null })
    res.set('X-Request-Id', requestId)
    res.once('close', () => {
      const isAsset = req.baseUrl === '/assets' || req.originalUrl.startsWith('/assets/')
      const route = isAsset ? '/assets' : rules.patternOf(pagePath(req.path))
      const ms = Math.round(performance.now() - startedAt)
      const line = { method, route, status: res.statusCode, ms, whole: res.writableFinished }
      if (isAsset) res.locals.log.debug(line, 'request')
      else res.locals.log.info(line, 'request')
    })
    next()
  }

/** Says once what an operator may not have noticed: behind a proxy all visitors have the address of the proxy. */
const unexpectedProxy = (log: Log): RequestHandler => {
  let isSaid = false
  return (req, _res, next) => {
    if (!isSaid && req.headers['x-forwarded-for'] !== undefined) {
      isSaid = true
      log.warn(
        'a request has X-Forwarded-For, but TRUST_PROXY is 0: if there is a proxy in front, all visitors share its address and its limits',
      )
    }
    next()
  }
}

/** The page that a data request of a client-side navigation is about. */
const pagePath = (path: string) => path.replace(/\.data$/, '').replace(/^\/_root$/, '/')

const trailingSlash =
  (publicUrl: URL): RequestHandler =>
  (req, res, next) => {
    const { path, originalUrl } = req
    if (req.method === 'POST' || path === '/' || !path.endsWith('/')) return next()
    const target = sitePath(path.replace(/\/+$/, '') + originalUrl.slice(path.length), publicUrl)
    if (target) res.redirect(301, target)
    else next()
  }

const refuse = (req: Request, res: Response, refusal: Refusal) => {
  // No action may run: what is refused goes on as the page it was posted to, whose guard draws the error screen.
  req.method = 'GET'
  res.locals.refusal ??= refusal
}

/** Each form of a page repeats the page's address. Links with the marks of search engines stay well below. */
const LONGEST_ADDRESS = 4_096

const addressLimit: RequestHandler = (req, res, next) => {
  if (req.originalUrl.length > LONGEST_ADDRESS) {
    req.url = req.path.endsWith('.data') ? '/_root.data' : paths.home
    req.originalUrl = req.url
    refuse(req, res, { status: 414, message: 'URI Too Long' })
  }
  next()
}

const onlyPagesAndForms: RequestHandler = (req, res, next) => {
  const isData = req.path.endsWith('.data')
  if (!['GET', 'HEAD', 'POST'].includes(req.method) || (req.method === 'HEAD' && isData)) {
    res.set('Allow', 'GET, HEAD, POST')
    refuse(req, res, { status: 405, message: 'Method Not Allowed' })
  }
  next()
}

/**
 * Takes in the form of one of our own pages. What is wrong with a POST is told in this order, whatever its address:
 * 403 it comes from another site, 413 it is over 64 KiB, 404 there is no such address (`validAddress`), 405 the page has
 * no form, 415 it is compressed.
 */
const formBody =
  (publicOrigin: string, rules: RouteRules): RequestHandler =>
  (req, res, next) => {
    if (req.method !== 'POST') return next()
    if (!isOwnForm(req.headers, publicOrigin)) {
      refuse(req, res, { status: 403, message: 'Forbidden' })
      return next()
    }
    readPostedBody(req).then(
      (body) => {
        if (!body) refuse(req, res, { status: 413, message: 'Content Too Large' })
        else if (!rules.takesForms(pagePath(req.path))) {
          res.set('Allow', 'GET, HEAD')
          refuse(req, res, { status: 405, message: 'Method Not Allowed' })
        } else if ((req.get('content-encoding') ?? 'identity') !== 'identity')
          refuse(req, res, { status: 415, message: 'Unsupported Media Type' })
        else req.body = body
        next()
      },
      () => void res.destroy(),
    )
  }

const validAddress =
  (rules: RouteRules): RequestHandler =>
  (req, res, next) => {
    const pathname = pagePath(req.path)
    if (!rules.isValid(pathname)) {
      // What does not exist is not found, by whatever method.
      if (res.locals.refusal?.status === 405) res.removeHeader('Allow')
      if (!res.locals.refusal || res.locals.refusal.status === 405)
        res.locals.refusal = { status: 404, message: `Page Not Found: ${pathname}` }
    }
    if (!isDecodable(req.path)) req.originalUrl = req.path.replaceAll('%', '%25')
    next()
  }

/** What a resource refuses is said by an error screen all the same: the main page lends its frame. */
const refusedResource =
  (rules: RouteRules): RequestHandler =>
  (req, res, next) => {
    if (res.locals.refusal && !rules.isDrawn(pagePath(req.path)))
      req.originalUrl = req.path.endsWith('.data') ? '/_root.data' : paths.home
    next()
  }

const requestContext =
  ({ config, transport, baseData, session, flash, log, testPayments = false }: Site): RequestHandler =>
  async (req, res, next) => {
    try {
      const { cookie = null } = req.headers
      // Asked before anything is awaited: a connection that has closed knows no address.
      const address = visitorAddress(req)
      const device = res.locals.device ?? res.locals.newDevice
      res.locals.context = {
        config,
        log: res.locals.log ?? log,
        nonce: res.locals.nonce,
        idempotencyKey: randomUUID(),
        visitor: new Visitor({
          transport: req.method === 'POST' ? askedOnce(transport) : transport,
          cookies: await session.read(cookie),
          headers: { 'x-request-id': res.locals.requestId, ...(address && { 'x-forwarded-for': address }) },
          deviceHeaders: () => (device === null ? {} : deviceHeaders(device, req.get('user-agent'))),
          callTimeoutMs: config.productApiTimeoutMs,
          deadline: Date.now() + PAGE_DEADLINE_MS,
          log: res.locals.log,
        }),
        baseData,
        cookieChoice: readCookieChoice(cookie),
        accessible: readAccessibleVersion(cookie),
        query: queryOf(req),
        refusal: res.locals.refusal,
        throttledForS: res.locals.throttledForS,
        posted: Buffer.isBuffer(req.body)
          ? { contentType: req.get('content-type') ?? '', body: req.body }
          : null,
        flash: { received: await flash.read(cookie), next: null, shown: false },
        formFailed: false,
        testPayments,
        prefetch: /prefetch/.test(`${req.get('sec-purpose') ?? ''} ${req.get('purpose') ?? ''}`),
        page: null,
        download: null,
        replyHeaders: new Headers(),
      }
      ownAddress(req, config.publicUrl)
      next()
    } catch (error) {
      next(error)
    }
  }

/** What Remix's own scripts put into a query. */
const OWN_PARAMETERS = /(^|&)(?:_(?:routes|data)=[^&]*|index=?(?=&|$))/g

const queryOf = ({ originalUrl }: Request) => {
  const at = originalUrl.indexOf('?')
  return at === -1
    ? ''
    : originalUrl
        .slice(at + 1)
        .replace(OWN_PARAMETERS, '')
        .replace(/^&/, '')
}

const deviceHeaders = (id: string, userAgent: string | undefined): Record<string, string> => {
  const device = describeDevice(userAgent)
  return { 'x-device-id': id, 'x-device': device ?? 'Unknown' }
}

const visitorAddress = (req: Request) => (req.ip ?? '').replace(/^::ffff:/, '')

/**
 * Remix makes the page's address from the host header; ours is PUBLIC_URL's, whatever the browser says. Where a form
 * comes from is judged by then, and Remix would fail over an origin that is another name of this server.
 */
const ownAddress = (req: Request, publicUrl: URL) => {
  req.headers.host = publicUrl.host
  delete req.headers['x-forwarded-host']
  delete req.headers.origin
}

const contextOf = (res: Response): AppLoadContext => {
  if (!res.locals.context) throw new Error('the request has no context')
  return res.locals.context
}

/** Everything that a finished answer still gets: its cookies, its cache rule and its compression. */
const wholeAnswer =
  (site: Site): RequestHandler =>
  (req, res, next) => {
    const context = contextOf(res)
    holdAnswer(
      res,
      async (written, { send, stream }) => {
        const body = written.length === 0 && context.page ? context.page : written
        context.replyHeaders.forEach((value, name) => void res.set(name, value))
        const isShown = context.flash.shown && req.method !== 'HEAD' && !isRedirect(res.statusCode)
        // Whoever is refused has posted nothing, and gets no device for it.
        const isTaken = !context.refusal && context.throttledForS === null
        const newDevice = isTaken ? res.locals.newDevice : null
        for (const cookie of await cookiesOf(site, context, { newDevice, isShown }))
          res.append('Set-Cookie', cookie)
        if (!res.hasHeader('Cache-Control')) {
          // The browser's own memory for its Back button would bring back a password that was typed.
          const isKept = context.visitor.cookies.isEmpty && !site.rules.isForGuests(pagePath(req.path))
          res.set('Cache-Control', isKept ? 'private, no-cache' : 'private, no-store')
        }
        if (context.download && res.statusCode === 200 && body.length === 0 && req.method !== 'HEAD')
          return stream(context.download)
        if (res.statusCode === 200) await res.locals.keepPage?.(body)
        // By the cookies a page is a customer's or a guest's, and one version or the other.
        res.vary('Accept-Encoding, Cookie')
        const compressed =
          req.method === 'HEAD' || res.hasHeader('Content-Encoding')
            ? null
            : compress(body, req.get('accept-encoding'))
        if (compressed) res.set('Content-Encoding', compressed.encoding)
        if (req.method !== 'HEAD' && res.statusCode !== 204)
          res.set('Content-Length', String((compressed?.body ?? body).length))
        send(compressed?.body ?? body)
      },
      next,
    )
    next()
  }

/** Answers guests from the pages that look the same to all of them, and keeps each such page as it is drawn. */
const keptForGuests = (rules: RouteRules): RequestHandler => {
  const pages = createGuestPages()
  return async (req, res, next) => {
    const context = contextOf(res)
    const { visitor, flash, refusal } = context
    const isShared =
      req.method === 'GET' &&
      !refusal &&
      !flash.received &&
      visitor.cookies.isEmpty &&
      !visitor.cookies.changed &&
      req.originalUrl === req.path &&
      rules.isSameForGuests(req.path)
    if (!isShared) return next()
    try {
      const html = await pages.find(req.path, context)
      if (html) return void res.type('html').end(html)
      const { version } = context.baseData
      res.locals.keepPage = (body) => pages.keep(req.path, body, context, version)
      next()
    } catch (error) {
      next(error)
    }
  }
}

/** A redirect shows nothing, neither as a document nor as the 202 of a client-side navigation. */
const isRedirect = (status: number) => (status >= 300 && status < 400) || status === 202

const cookiesOf = async (
  site: Site,
  { visitor, flash }: AppLoadContext,
  { newDevice, isShown }: { newDevice: string | null; isShown: boolean },
) => [
  ...(visitor.cookies.changed ? [await site.session.write(visitor.cookies)] : []),
  ...(flash.next ? [await site.flash.write(flash.next)] : isShown ? [await site.flash.clear()] : []),
  ...(newDevice ? [deviceCookie(newDevice, site.secure)] : []),
]

/** What went wrong outside of any page: the words of the generic screen, plainly. */
const lastResort =
  (log: Log): ErrorRequestHandler =>
  (error, _req, res, _next) => {
    const requestLog: Log = res.locals.log ?? log
    requestLog.error({ err: error }, 'request failed')
    if (res.headersSent) return void res.destroy()
    const status =
      typeof error?.status === 'number' && error.status >= 400 && error.status < 500 ? error.status : 500
    res.status(status).type('text/plain; charset=utf-8').end('Что-то пошло не так... Попробуйте ещё раз.')
  }
