import { Hono } from 'hono'
import type { Worker } from './worker/worker'

export interface HealthAnswer {
  status: 200 | 503
  /** Plain text. */
  text: string
}

export interface Health {
  /** Fails when only a restart would mend what is wrong. */
  live(): Promise<HealthAnswer>
  /** Fails when requests would fail or jobs stand still, and names the part. */
  ready(): Promise<HealthAnswer>
}

/** Well under what balancers wait for an answer. */
const answersWithinMs = 2_000

export interface HealthOptions {
  /** Begins and ends a transaction, so that a lock in the way of a writer is met. */
  askDatabase: () => Promise<void>
  worker: Pick<Worker, 'isStalled'>
  withinMs?: number
}

export const healthOf = ({ askDatabase, worker, withinMs = answersWithinMs }: HealthOptions): Health => {
  let asking: Promise<boolean> | undefined

  /** Of questions that come at once one is asked. */
  const databaseAnswers = () => {
    asking ??= answers(askDatabase, withinMs).finally(() => {
      asking = undefined
    })
    return asking
  }

  return {
    async live() {
      if (worker.isStalled() && (await databaseAnswers())) return { status: 503, text: 'stalled: worker' }
      return { status: 200, text: 'ok' }
    },
    async ready() {
      const stalled = [
        ...((await databaseAnswers()) ? [] : ['database']),
        ...(worker.isStalled() ? ['worker'] : []),
      ]
      if (stalled.length > 0) return { status: 503, text: `not ready: ${stalled.join(', ')}` }
      return { status: 200, text: 'ready' }
    },
  }
}

const answers = async (ask: () => Promise<void>, withinMs: number): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, withinMs, false).unref()
  })
  const answered = ask().then(
    () => true,
    () => false,
  )
  const inTime = await Promise.race([answered, tooLate])
  clearTimeout(timer)
  return inTime
}

/** Where an API that stands alone is asked how it is; a portal that has it inside answers there by itself. */
export const healthRoutes = ({ live, ready }: Health): Hono => {
  const shown = ({ status, text }: HealthAnswer) =>
    new Response(text, {
      status,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    })
  return new Hono()
    .get('/health', async () => shown(await live()))
    .get('/health/ready', async () => shown(await ready()))
}
