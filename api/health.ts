import { Hono } from 'hono'
import { withTimeout } from 'process/with-timeout'
import type { Worker } from './worker/worker'

interface HealthAnswer {
  status: 200 | 503
  /** Plain text. */
  text: string
}

export interface Health {
  /** Fails when only a restart would help; also says when content is stale. */
  live(): Promise<HealthAnswer>
  /** Fails when requests would fail, the worker has stalled or the jobs are stopped, and names the part. */
  ready(): Promise<HealthAnswer>
}

/** Shorter than the timeout of load balancers. */
const answerTimeoutMs = 2_000

interface HealthOptions {
  /** Begins and ends a write transaction, to notice a lock that blocks writers. */
  askDatabase: () => Promise<void>
  worker: Pick<Worker, 'isStalled' | 'isStopped'>
  content: { problems(): readonly string[] }
  withinMs?: number
}

export const healthOf = ({
  askDatabase,
  worker,
  content,
  withinMs = answerTimeoutMs,
}: HealthOptions): Health => {
  let asking: Promise<boolean> | undefined

  /** Concurrent probes share one check. */
  const databaseAnswers = () => {
    asking ??= answers(askDatabase, withinMs).finally(() => {
      asking = undefined
    })
    return asking
  }

  return {
    async live() {
      if (worker.isStalled() && (await databaseAnswers())) return { status: 503, text: 'stalled: worker' }
      return { status: 200, text: content.problems().length > 0 ? 'ok, content: stale' : 'ok' }
    },
    async ready() {
      if (worker.isStopped()) return { status: 503, text: 'not ready' }
      const stalled = [
        ...((await databaseAnswers()) ? [] : ['database']),
        ...(worker.isStalled() ? ['worker'] : []),
      ]
      if (stalled.length > 0) return { status: 503, text: `not ready: ${stalled.join(', ')}` }
      return { status: 200, text: 'ready' }
    },
  }
}

const answers = (ask: () => Promise<void>, withinMs: number): Promise<boolean> =>
  withTimeout(
    ask().then(
      () => true,
      () => false,
    ),
    withinMs,
    false,
  )

/** Health routes of a separate API; a portal that embeds it has its own. */
export const healthRoutes = ({ live, ready }: Health): Hono => {
  const respond = ({ status, text }: HealthAnswer) =>
    new Response(text, {
      status,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    })
  return new Hono()
    .get('/health', async () => respond(await live()))
    .get('/health/ready', async () => respond(await ready()))
}
