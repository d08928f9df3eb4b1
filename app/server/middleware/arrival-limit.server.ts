import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import { isImport } from './embedded-api-pages.server'

export const ARRIVAL_LIMIT_MS = 30_000

/** The same that Node's server answers by itself. */
const tooSlow = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'

/**
 * Closes the connection of a request whose body takes too long. An import may take as long as the server allows; once
 * it is answered, the rest of its body may not.
 */
export const arrivalLimit: RequestHandler = (req, res, next) => {
  if (hasBody(req.headers)) {
    if (isImport(req.path)) res.once('finish', () => limit(req, res))
    else limit(req, res)
  }
  next()
}

const hasBody = (headers: IncomingHttpHeaders) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

const limit = (req: IncomingMessage, res: ServerResponse) => {
  const timer = setTimeout(() => {
    if (req.complete) return
    if (!res.headersSent) req.socket.write(tooSlow)
    req.socket.destroySoon()
  }, ARRIVAL_LIMIT_MS)
  timer.unref()
  req.once('close', () => clearTimeout(timer))
}
