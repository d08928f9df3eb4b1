import type { Socket } from 'node:net'
import type { RequestHandler } from 'express'

/** No browser and no proxy sends requests so far ahead. */
const MAX_AHEAD = 10

/** How many requests of a connection wait for the response before them. */
const waiting = new WeakMap<Socket, number>()

/**
 * A request that was sent before the one before it was answered waits until the connection is its own. A response that
 * never gets the connection, because the client has left, emits no 'close': what the request took would never be given
 * back. A client that sends more of them is cut off: Node reads on as long as nothing is written.
 */
export const pipelining: RequestHandler = (req, res, next) => {
  const { socket } = req
  // What Node had read before the connection was cut off.
  if (socket.destroyed) return
  if (res.socket) return next()
  const count = (waiting.get(socket) ?? 0) + 1
  if (count > MAX_AHEAD) return void socket.destroy()
  waiting.set(socket, count)
  res.once('socket', () => {
    waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
    if (!socket.destroyed) next()
  })
}
