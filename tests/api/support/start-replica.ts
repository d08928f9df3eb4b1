import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { ApiWorld } from './api-world'
import type { Fault } from './faulty-gateway'
import type { ReplicaOrder, ReplicaReport, ReplicaResult, ReplicaStart } from './replica-orders'
import { testProgram } from './test-programs'

export interface Replica {
  /** Sends a request to its API; for `world.browserOf`. */
  fetch(request: Request): Promise<Response>
  /** Runs all due steps. */
  runJobs(): Promise<void>
  /** How its next creations at the gateway fail, in order. */
  failAtGateway(...faults: Fault[]): Promise<void>
  /** Sends the due letters; returns the message ids of the letters that this replica sent. */
  sendLetters(): Promise<readonly string[]>
  /** Ends the process after its database connections are closed. */
  stop(): Promise<void>
  kill(): Promise<void>
}

type Order = ReplicaOrder extends infer One
  ? One extends ReplicaOrder
    ? Omit<One, 'id' | 'now'>
    : never
  : never

/**
 * Starts API replicas over the world's database, each in its own process with its own clock. Call it at the top of a
 * test file. A start takes about a second, so start few and keep them.
 */
export const replicaStarter = () => {
  const program = testProgram('replica-process')

  return async (
    world: Pick<ApiWorld, 'fresh' | 'now'> & { env: Record<string, string> },
    { clockOffsetMs = 0 }: { clockOffsetMs?: number } = {},
  ): Promise<Replica> => {
    const { dataDir, databaseUrl } = world.fresh
    const start: ReplicaStart = { dataDir, databaseUrl, env: world.env, clockOffsetMs }
    const child = fork(program(), [JSON.stringify(start)], { stdio: 'inherit' })
    const ended = once(child, 'exit')
    const waiting = new Map<number, (report: ReplicaReport) => void>()
    let orders = 0
    const ready = once(child, 'message')
    child.on('message', (report: ReplicaReport | 'ready') => {
      if (report !== 'ready') waiting.get(report.id)?.(report)
    })
    child.once('exit', () => {
      for (const [id, finish] of waiting) finish({ id, failed: 'The replica has ended' })
    })
    await Promise.race([
      ready,
      ended.then(([code]) => Promise.reject(new Error(`The replica ended with ${code}`))),
    ])

    const send = async (order: Order): Promise<ReplicaResult> => {
      orders += 1
      const id = orders
      const report = await new Promise<ReplicaReport>((resolve) => {
        waiting.set(id, resolve)
        child.send({ ...order, id, now: world.now().toISOString() } satisfies ReplicaOrder)
      })
      waiting.delete(id)
      if ('failed' in report) throw new Error(report.failed)
      return report.done
    }

    return {
      async fetch(request) {
        const { url, method, headers } = request
        const body = method === 'GET' || method === 'HEAD' ? null : await request.text()
        const { answer } = await send({ do: 'answer', request: { url, method, headers: [...headers], body } })
        if (!answer) throw new Error('The replica gave no answer')
        const empty = answer.status === 204 || answer.body === ''
        return new Response(empty ? null : answer.body, answer)
      },
      async runJobs() {
        await send({ do: 'run jobs' })
      },
      async failAtGateway(...faults) {
        await send({ do: 'fail at the gateway', faults })
      },
      sendLetters: async () => (await send({ do: 'send letters' })).letters ?? [],
      async stop() {
        child.disconnect()
        await ended
      },
      async kill() {
        child.kill('SIGKILL')
        await ended
      },
    }
  }
}
