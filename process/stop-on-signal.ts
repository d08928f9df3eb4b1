import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'

/** For requests and `end` together, after the delay. */
const deadlineMs = 10_000
/** After that, pending requests are cut off. */
const requestsMs = 9_000
/** How long an unused connection may stay open: browsers open connections in advance. */
const silentMs = 1_000
/** Node accepts one connection in each turn of the event loop. After so many turns without one, none is waiting. */
const quietTurns = 3
/** The limit for a busy process, which has no such turns. */
const quietWithinMs = 3_000

interface StopOptions {
  server: Server
  /** How long new requests are still answered after the signal: balancers need time to notice. */
  delayMs: number
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
  /** At the signal: readiness fails from now on, and jobs end. */
  onSignal(): Promise<void>
  /** After `onSignal` and the last request: closes what they used. */
  end(): Promise<void>
  /** Ends the process with the error. */
  fail(error: unknown): void
}

/**
 * Ends the process on SIGTERM or SIGINT without losing a request. During the delay each answer closes its connection,
 * so that later no request arrives on an open connection.
 */
export const stopOnSignal = ({ server, delayMs, log, onSignal, end, fail }: StopOptions) => {
  const pendingResponses = new Set<ServerResponse>()
  let isStopping = false

  server.prependListener('request', (_, response: ServerResponse) => {
    const track = () => {
      pendingResponses.add(response)
      response.once('close', () => pendingResponses.delete(response))
      if (isStopping) closeAfter(response)
    }
    // A response emits no 'close' if an earlier response has ended the connection.
    if (response.socket) track()
    else response.once('socket', track)
  })

  const stop = async () => {
    isStopping = true
    log.info({}, 'shutting down')
    for (const response of pendingResponses) closeAfter(response)
    await Promise.all([
      onSignal(),
      wait(delayMs).then(() => closeServer({ server, delayMs, pendingResponses, log })),
    ])
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

interface CloseOptions extends Pick<StopOptions, 'server' | 'delayMs' | 'log'> {
  pendingResponses: ReadonlySet<ServerResponse>
}

/** Resolves when the server has answered its requests and has closed its port and connections. */
const closeServer = async ({ server, delayMs, pendingResponses, log }: CloseOptions) => {
  const closeEvent = new Promise<unknown>((resolve) => server.once('close', resolve))
  // Until then a request may arrive on an idle connection. Node closes connections that are idle for longer.
  const keepAliveLeftMs = delayMs === 0 ? 0 : server.keepAliveTimeout + 500 - delayMs
  const idleCheck = setInterval(
    async () => {
      await acceptWaiting(server)
      if (pendingResponses.size === 0) server.closeAllConnections()
    },
    Math.max(silentMs, keepAliveLeftMs),
  )
  const cutOff = setTimeout(() => {
    log.warn({ requests: pendingResponses.size }, 'requests were cut off by the shutdown')
    server.closeAllConnections()
  }, requestsMs)
  if (delayMs === 0) server.close()
  else await stopListening(server)
  await closeEvent
  clearInterval(idleCheck)
  clearTimeout(cutOff)
}

/**
 * Closes the port after all waiting connections are accepted: the system would reset those of a busy process. Unlike
 * `close` of an HTTP server it keeps open connections, on which a request may be on its way.
 */
const stopListening = async (server: Server) => {
  await acceptWaiting(server)
  NetServer.prototype.close.call(server)
}

/** Resolves when all waiting connections are accepted and read. */
const acceptWaiting = async (server: Server) => {
  let quiet = 0
  const onConnection = () => {
    quiet = 0
  }
  server.on('connection', onConnection)
  const until = performance.now() + quietWithinMs
  for (; quiet < quietTurns && performance.now() < until; quiet++) await nextTurn()
  server.off('connection', onConnection)
}
