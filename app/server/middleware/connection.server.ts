import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import type { Log } from 'monitoring/log'
import { isImport } from './embedded-api-pages.server'

/** No browser and no proxy sends requests so far ahead. */
const MAX_AHEAD = 10

/** How many requests of a connection wait for the response before them. */
const waitingCounts = new WeakMap<Socket, number>()

/**
 * Delays a pipelined request until the responses before it are sent. If the client leaves earlier, its response never
 * gets the connection and emits no 'close': what the request took would never be released. A client that sends more
 * than `MAX_AHEAD` is cut off: Node reads on as long as nothing is written.
 */
export const pipelining: RequestHandler = (req, res, next) => {
  const { socket } = req
  // What Node had read before the connection was cut off.
  if (socket.destroyed) return
  if (res.socket) return next()
  const count = (waitingCounts.get(socket) ?? 0) + 1
  if (count > MAX_AHEAD) return void socket.destroy()
  waitingCounts.set(socket, count)
  res.once('socket', () => {
    waitingCounts.set(socket, (waitingCounts.get(socket) ?? 1) - 1)
    if (!socket.destroyed) next()
  })
}

export const ARRIVAL_LIMIT_MS = 30_000

/** The same as the answer of Node's server. */
const timeoutAnswer = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'

/**
 * Closes the connection of a request whose body takes too long. An import may take as long as the server allows; once
 * it is answered, the rest of its body may not.
 */
export const arrivalLimit: RequestHandler = (req, res, next) => {
  if (hasBody(req.headers)) {
    if (isImport(req.path)) res.once('finish', () => limitArrival(req, res))
    else limitArrival(req, res)
  }
  next()
}

const hasBody = (headers: IncomingHttpHeaders) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

const limitArrival = (req: IncomingMessage, res: ServerResponse) => {
  const timer = setTimeout(() => {
    if (req.complete) return
    if (!res.headersSent) req.socket.write(timeoutAnswer)
    req.socket.destroySoon()
  }, ARRIVAL_LIMIT_MS)
  timer.unref()
  req.once('close', () => clearTimeout(timer))
}

/** Warns once when requests come through a proxy that TRUST_PROXY does not count: all visitors would share its address. */
export const unexpectedProxy = (log: Log): RequestHandler => {
  let hasWarned = false
  return (req, _res, next) => {
    if (!hasWarned && req.headers['x-forwarded-for'] !== undefined) {
      hasWarned = true
      log.warn(
        {},
        'a request has X-Forwarded-For, but TRUST_PROXY is 0: if there is a proxy in front, all visitors share its address and its limits',
      )
    }
    next()
  }
}
