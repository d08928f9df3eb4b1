import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'

/** After the delay, for requests and `end` together. */
const deadlineMs = 10_000
/** Then requests that are still in work are cut off. */
const requestsMs = 9_000
/** How long a connection may stay open on which no request has begun, as browsers open them in advance. */
const silentMs = 1_000
/** Node accepts one connection in each turn of the event loop. After so many turns without one none has been waiting. */
const quietTurns = 3
/** A process whose connections come faster than it can accept them has no such turns, and tries for so long. */
const quietWithinMs = 3_000

export interface StopOptions {
  server: Server
  /** How long after the signal new requests are still answered: balancers need it to notice. */
  delayMs: number
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
  /** At the signal: readiness fails from now on, and jobs end beside the last requests. */
  onSignal(): Promise<void>
  /** When `onSignal` and the last request have ended: closes what they used. */
  end(): Promise<void>
  /** Ends the process with the error. */
  fail(error: unknown): void
}

/**
 * Ends the process on SIGTERM or SIGINT without losing a request: during the delay each answer closes its connection, so
 * that no open connection is left for a request to be cut off on.
 */
export const stopOnSignal = ({ server, delayMs, log, onSignal, end, fail }: StopOptions) => {
  const inWork = new Set<ServerResponse>()
  let isStopping = false

  server.prependListener('request', (_, response: ServerResponse) => {
    const begin = () => {
      inWork.add(response)
      response.once('close', () => inWork.delete(response))
      if (isStopping) closeAfter(response)
    }
    // A response that never gets the connection, as those before it have ended it, emits no 'close'.
    if (response.socket) begin()
    else response.once('socket', begin)
  })

  const stop = async () => {
    isStopping = true
    log.info({}, 'shutting down')
    for (const response of inWork) closeAfter(response)
    await Promise.all([onSignal(), wait(delayMs).then(() => closed({ server, delayMs, inWork, log }))])
    await end()
  }
  const stopOnce = () => {
    if (isStopping) return
    setTimeout(() => process.exit(1), delayMs + deadlineMs).unref()
    stop().then(() => process.exit(0), fail)
  }
  // `on`, not `once`: npm sends Ctrl-C a second time, which must not end the server during the shutdown.
  process.on('SIGTERM', stopOnce)
  process.on('SIGINT', stopOnce)
}

const closeAfter = (response: ServerResponse) => {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}

interface Closing extends Pick<StopOptions, 'server' | 'delayMs' | 'log'> {
  inWork: ReadonlySet<ServerResponse>
}

/** Resolves when the server has answered its requests, and has neither a port nor a connection any more. */
const closed = async ({ server, delayMs, inWork, log }: Closing) => {
  const ended = new Promise<unknown>((resolve) => server.once('close', resolve))
  // Until then a kept connection may bring a request. The server closes it by itself when it is unused for so long.
  const keptMs = delayMs === 0 ? 0 : server.keepAliveTimeout + 500 - delayMs
  const silent = setInterval(
    async () => {
      await nothingWaits(server)
      if (inWork.size === 0) server.closeAllConnections()
    },
    Math.max(silentMs, keptMs),
  )
  const cutOff = setTimeout(() => {
    log.warn({ requests: inWork.size }, 'requests were cut off by the shutdown')
    server.closeAllConnections()
  }, requestsMs)
  if (delayMs === 0) server.close()
  else await stopListening(server)
  await ended
  clearInterval(silent)
  clearTimeout(cutOff)
}

/**
 * Gives the port back when all that has connected has been accepted: the system would reset connections that wait for a busy
 * process. Unlike `close` of an HTTP server it leaves kept connections open, on which a request may be on its way.
 */
const stopListening = async (server: Server) => {
  await nothingWaits(server)
  NetServer.prototype.close.call(server)
}

/** Resolves when the connections that were waiting for this process have been accepted, and read. */
const nothingWaits = async (server: Server) => {
  let quiet = 0
  const onConnection = () => {
    quiet = 0
  }
  server.on('connection', onConnection)
  const until = performance.now() + quietWithinMs
  for (; quiet < quietTurns && performance.now() < until; quiet++) await nextTurn()
  server.off('connection', onConnection)
}
