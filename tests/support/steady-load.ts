import { setTimeout as wait } from 'node:timers/promises'

export interface LoadResult {
  requests: number
  /** What went wrong, one line each. */
  failed: string[]
  /** The 99th percentile of all requests. */
  p99Ms: number
  longestMs: number
  /** The rate that was reached. */
  perSecond: number
}

export interface SteadyLoad {
  /** Requests begun so far. */
  begun(): number
  /** Begins no more requests and waits for the pending ones. */
  stop(): Promise<LoadResult>
}

export interface SteadyLoadOptions {
  perSecond: number
  /** The most pending requests: a machine that is too slow gets fewer requests a second. */
  atOnce: number
  /** Sends a request; throws when its answer is wrong. */
  send: (nth: number) => Promise<void>
}

/** Begins `perSecond` requests a second, without waiting for the answers to earlier ones, as visitors do. */
export const startSteadyLoad = ({ perSecond, atOnce, send }: SteadyLoadOptions): SteadyLoad => {
  const startedAt = performance.now()
  const stopping = new AbortController()
  const pending = new Set<Promise<void>>()
  const durationsMs: number[] = []
  const failed: string[] = []
  let begun = 0
  let missed = 0

  const begin = () => {
    const nth = begun
    begun += 1
    const since = performance.now()
    const request = send(nth)
      .catch((error: unknown) => void failed.push(`request ${nth}: ${String(error)}`))
      .then(() => {
        durationsMs.push(performance.now() - since)
        pending.delete(request)
      })
    pending.add(request)
  }
  const goOn = async () => {
    while (!stopping.signal.aborted) {
      const due = ((performance.now() - startedAt) / 1_000) * perSecond
      while (begun + missed < due) {
        if (pending.size < atOnce) begin()
        else missed += 1
      }
      await wait(1_000 / perSecond, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const going = goOn()

  return {
    begun: () => begun,
    async stop() {
      const seconds = (performance.now() - startedAt) / 1_000
      stopping.abort()
      await going
      await Promise.all(pending)
      const sorted = durationsMs.toSorted((a, b) => a - b)
      return {
        requests: begun,
        failed,
        p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
        longestMs: sorted.at(-1) ?? 0,
        perSecond: begun / seconds,
      }
    },
  }
}
