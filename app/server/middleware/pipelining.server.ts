import type { Socket } from 'node:net'
import type { RequestHandler } from 'express'

/**
 * A request that was sent before the one before it was answered waits until the connection is its own. A response that
 * never gets the connection, because the client has left, emits no 'close': what the request took would never be given
 * back.
 */
export const pipelining: RequestHandler = (_req, res, next) => {
  if (res.socket) next()
  else res.once('socket', ({ destroyed }: Socket) => destroyed || next())
}
