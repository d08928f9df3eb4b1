import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** A load balancer in front of replicas. It never sends a request twice: requests may be payments. */
export interface Balancer {
  url: URL
  /** The ports of the replicas that are ready by their last check. */
  readyPorts(): number[]
  /** The requests that a replica got and did not answer, with reason and time: their senders got 502. */
  lost(): readonly string[]
  /** How often a replica refused the connection, so that another one got the request. */
  refused(): number
  close(): Promise<void>
}

export interface BalancerOptions {
  ports: readonly number[]
  /** Between two checks of a replica's /health/ready. */
  checkEveryMs?: number
}

interface Replica {
  port: number
  isReady: boolean
  agent: Agent
}

/** How long a connection to a replica stays open unused, as in docs/deploy/nginx.conf. */
const idleMs = 4_000

/**
 * Round robin over the replicas that are ready, over connections that stay open. Only a refused connection leads to the next
 * replica: a request that was sent may have been processed, and gets 502.
 */
export const startBalancer = async ({ ports, checkEveryMs = 100 }: BalancerOptions): Promise<Balancer> => {
  const replicas = ports.map(
    (port): Replica => ({ port, isReady: false, agent: new Agent({ keepAlive: true, timeout: idleMs }) }),
  )
  let turn = 0
  const lost: string[] = []
  let refused = 0

  /** The ready replicas in turn, then the others: they may have become ready since their last check. */
  const inTurn = () => {
    turn += 1
    const from = turn % replicas.length
    const all = [...replicas.slice(from), ...replicas.slice(0, from)]
    return [...all.filter(({ isReady }) => isReady), ...all.filter(({ isReady }) => !isReady)]
  }

  const forward = async (incoming: IncomingMessage, answer: ServerResponse) => {
    const body = await wholeBody(incoming)
    for (const replica of inTurn()) {
      const since = performance.now()
      const outcome = await ask(replica, incoming, body)
      if (outcome === 'ECONNREFUSED') {
        refused += 1
        replica.isReady = false
        continue
      }
      if (typeof outcome === 'string') {
        lost.push(`${incoming.method} ${outcome} after ${Math.round(performance.now() - since)} ms`)
        return void answer.writeHead(502).end()
      }
      answer.writeHead(
        outcome.statusCode ?? 502,
        outcome.statusMessage,
        withoutConnection(outcome.rawHeaders),
      )
      return pipeline(outcome, answer)
    }
    lost.push('no replica')
    answer.writeHead(502).end()
  }

  const server = createServer((incoming, answer) => {
    // The visitor has left, or a replica broke off its answer: then the visitor's connection breaks off, too.
    forward(incoming, answer).catch(() => answer.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The balancer has no port')

  const closing = new AbortController()
  const checking = replicas.map((replica) => checkUntil(closing.signal, replica, checkEveryMs))

  return {
    url: new URL(`http://127.0.0.1:${address.port}`),
    readyPorts: () => replicas.filter(({ isReady }) => isReady).map(({ port }) => port),
    lost: () => lost,
    refused: () => refused,
    async close() {
      closing.abort()
      await Promise.all(checking)
      server.closeAllConnections()
      server.close()
      for (const { agent } of replicas) agent.destroy()
    },
  }
}

const wholeBody = async (incoming: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** The answer, or the code of the error. */
const ask = ({ port, agent }: Replica, { method, url, headers }: IncomingMessage, body: Buffer) =>
  new Promise<IncomingMessage | string>((resolve) => {
    const { connection: _, ...sent } = headers
    request({ host: '127.0.0.1', port, agent, method, path: url, headers: sent })
      .once('response', resolve)
      .once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      .end(body)
  })

const hopByHopHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/** The headers without the ones about the connection to the replica. */
const withoutConnection = (rawHeaders: readonly string[]) =>
  rawHeaders.filter((_, index) => {
    const name = rawHeaders[index - (index % 2)] ?? ''
    return !hopByHopHeaders.has(name.toLowerCase())
  })

const checkUntil = async (signal: AbortSignal, replica: Replica, everyMs: number) => {
  while (!signal.aborted) {
    replica.isReady = await isReady(replica.port)
    await wait(everyMs, undefined, { signal }).catch(() => {})
  }
}

const isReady = (port: number) =>
  new Promise<boolean>((resolve) => {
    request({ host: '127.0.0.1', port, path: '/health/ready', agent: false, timeout: 2_000 })
      .once('response', (answer) => {
        answer.resume()
        resolve(answer.statusCode === 200)
      })
      .once('timeout', () => resolve(false))
      .once('error', () => resolve(false))
      .end()
  })
