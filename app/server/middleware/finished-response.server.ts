import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { AppLoadContext } from '@remix-run/node'
import type { Request, RequestHandler, Response } from 'express'
import { bufferResponse } from '../http/buffered-response.server'
import { pagePath } from '../http/page-address.server'
import type { RouteRules } from '../pages/route-rules.server'
import type { DeviceIds } from '../session/device.server'
import type { FlashCookie } from '../session/flash.server'
import type { RegistrationCookie, SecondStepCookie } from '../session/sealed-cookie.server'
import type { SessionCookie } from '../session/session-cookie.server'
import { contextOf } from './request-context.server'

interface FinishedResponseOptions {
  session: SessionCookie
  flash: FlashCookie
  secondStep: SecondStepCookie
  registration: RegistrationCookie
  devices: DeviceIds
  rules: RouteRules
}

/**
 * Buffers the response, and adds its cookies, its Cache-Control and its compression when it is finished. Its place is
 * free as soon as it is sent, even if the visitor does not read it.
 */
export const finishedResponse =
  (options: FinishedResponseOptions): RequestHandler =>
  (req, res, next) => {
    const context = contextOf(res)
    bufferResponse(
      res,
      async (written, { send, stream }) => {
        const body = written.length === 0 && context.page ? context.page : written
        context.replyHeaders.forEach(
          (value, name) => void (name === 'set-cookie' ? res.append(name, value) : res.set(name, value)),
        )
        const isShown = context.flash.shown && req.method !== 'HEAD' && !isRedirect(res.statusCode)
        // A refused or throttled visitor gets no device id.
        const isAccepted = !context.refusal && context.throttledForS === null && !res.locals.overloaded
        const newDevice = isAccepted ? (res.locals.newDevice ?? null) : null
        for (const cookie of await cookiesOf(options, context, { newDevice, isShown }))
          res.append('Set-Cookie', cookie)
        if (!res.hasHeader('Cache-Control')) {
          const path = pagePath(req.path)
          const isGuest = context.visitor.cookies.isEmpty
          res.set('Cache-Control', cacheControl(options.rules, { path, isGuest }))
        }
        if (context.download && res.statusCode === 200 && body.length === 0 && req.method !== 'HEAD') {
          const streamed = stream(context.download)
          res.locals.leavePlace?.()
          return streamed
        }
        if (res.statusCode === 200) await res.locals.keepPage?.(body, context)
        send(encodeBody(body, req, res))
        res.locals.leavePlace?.()
      },
      next,
    )
    next()
  }

/** A page in the browser's back/forward cache could bring back a typed password. */
export const cacheControl = (rules: RouteRules, { path, isGuest }: { path: string; isGuest: boolean }) =>
  isGuest && !rules.isForGuests(path) ? 'private, no-cache' : 'private, no-store'

/** Compresses the body if the browser accepts that, and sets the headers that describe it. */
export const encodeBody = (body: Buffer, req: Request, res: Response): Buffer => {
  // The cookies decide whose page it is, and whether it is the accessible version.
  res.vary('Accept-Encoding, Cookie')
  const isHead = req.method === 'HEAD'
  const compressed = isHead || res.hasHeader('Content-Encoding') ? null : compress(body, req)
  if (compressed) res.set('Content-Encoding', compressed.encoding)
  const sent = compressed?.body ?? body
  if (!isHead && res.statusCode !== 204) res.set('Content-Length', String(sent.length))
  return sent
}

/** A redirect draws no page: 3xx for a document, 202 for the data request of a client-side navigation. */
const isRedirect = (status: number) => (status >= 300 && status < 400) || status === 202

const cookiesOf = async (
  { session, devices, ...cookies }: FinishedResponseOptions,
  { visitor, flash, secondStep, registration, prefetch }: AppLoadContext,
  { newDevice, isShown }: { newDevice: string | null; isShown: boolean },
) => [
  // A prefetch clears no session cookie: the page that is opened finds the session ended, too, and says so.
  ...(visitor.cookies.changed && !(prefetch && visitor.cookies.isEmpty)
    ? [await session.write(visitor.cookies)]
    : []),
  ...(flash.next ? [await cookies.flash.write(flash.next)] : isShown ? [await cookies.flash.clear()] : []),
  ...(secondStep.next === 'cleared' ? [cookies.secondStep.clear()] : []),
  ...(typeof secondStep.next === 'object' && secondStep.next
    ? [await cookies.secondStep.write(secondStep.next)]
    : []),
  ...(registration.next === 'cleared' ? [cookies.registration.clear()] : []),
  ...(typeof registration.next === 'object' && registration.next
    ? [await cookies.registration.write({ kind: 'registration', ...registration.next })]
    : []),
  ...(newDevice ? [devices.write(newDevice)] : []),
]

const MIN_BYTES = 1_024

/** Compresses a finished body; null when it is under 1 KB or the browser accepts neither brotli nor gzip. */
export const compress = (
  body: Buffer,
  req: Pick<Request, 'acceptsEncodings' | 'headers'>,
): { encoding: 'br' | 'gzip'; body: Buffer } | null => {
  if (body.length < MIN_BYTES || !req.headers['accept-encoding']) return null
  // One by one: with a list the browser's order would win, and browsers name gzip first.
  if (req.acceptsEncodings('br')) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
    return { encoding: 'br', body: brotliCompressSync(body, { params }) }
  }
  if (req.acceptsEncodings('gzip')) return { encoding: 'gzip', body: gzipSync(body, { level: 4 }) }
  return null
}
