import { Readable } from 'node:stream'
import type { RequestHandler } from 'express'
import { readPostedBody } from '../http/posted-body.server'
import { visitorAddress } from '../http/visitor-address.server'

/** Tables of the company's systems, of any size: the API limits them. */
const IMPORTS = '/imports/'
/** The test bank's pages, the webhooks of a payment gateway, the company's logo, and imports. */
const FOLDERS = ['/sandbox-bank/', '/webhooks/', '/company-files/', IMPORTS]
const FORWARDED_HEADERS = ['accept', 'accept-language', 'content-type', 'user-agent'] as const
const HEADERS_OF_IMPORTS = ['authorization', 'idempotency-key', 'content-length'] as const

export const isImport = (path: string): boolean => path.startsWith(IMPORTS)

export type EmbeddedApi = (request: Request) => Response | Promise<Response>

/**
 * Forwards the embedded product API's own pages to it before the portal's checks: they have their own content security
 * policy, and a webhook is not a form of this site.
 */
export const embeddedApiPages =
  (fetch: EmbeddedApi, publicOrigin: string): RequestHandler =>
  async (req, res, next) => {
    if (!FOLDERS.some((folder) => req.path.startsWith(folder))) return next()
    try {
      if (!['GET', 'HEAD', 'POST'].includes(req.method))
        return void res.status(405).set('Allow', 'GET, HEAD, POST').end()
      const headers = new Headers({ 'x-request-id': res.locals.requestId })
      const isTable = isImport(req.path)
      for (const name of [...FORWARDED_HEADERS, ...(isTable ? HEADERS_OF_IMPORTS : [])]) {
        const value = req.get(name)
        if (value) headers.set(name, value)
      }
      const address = visitorAddress(req)
      if (address) headers.set('x-forwarded-for', address)
      const body =
        req.method !== 'POST' ? undefined : isTable ? Readable.toWeb(req) : await readPostedBody(req)
      if (body === null) return void res.status(413).end()
      const answer = await fetch(
        new Request(publicOrigin + req.originalUrl, {
          method: req.method,
          headers,
          ...(body instanceof ReadableStream ? { body, duplex: 'half' } : {}),
          ...(body instanceof Buffer ? { body: new Uint8Array(body) } : {}),
        }),
      )
      res.removeHeader('Content-Security-Policy')
      res.status(answer.status)
      answer.headers.forEach((value, name) => void res.set(name, value))
      res.end(Buffer.from(await answer.arrayBuffer()))
    } catch (error) {
      // The visitor has gone, and the request's log line says that it broke off.
      if (req.readableAborted) res.destroy()
      else next(error)
    }
  }
