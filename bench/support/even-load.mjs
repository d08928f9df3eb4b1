import { setTimeout as pause } from 'node:timers/promises'
import { Agent } from 'undici'

/**
 * Sends pages in turn at even distances, whether answers come or not, as visitors do. A load generator that sends the
 * requests of a second all at once would measure its own burst. Returns the milliseconds of each answer by status, sorted,
 * counted from the moment when the request was due.
 */
export const sendEvenly = async ({ url, paths, cookie, perSecond, seconds, connections = 256 }) => {
  const agent = new Agent({ connections, pipelining: 1, connect: { timeout: 60_000 } })
  const byStatus = new Map()
  const all = []
  // A proxy in front keeps its connections: opening them is not measured. Node accepts one in each turn of its event loop.
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const { body } = await agent.request({ origin: url, path: '/health', method: 'GET' })
      await body.dump()
    }),
  )
  const startedAt = performance.now()
  const send = async (path, dueAt) => {
    const { statusCode, body } = await agent.request({
      origin: url,
      path,
      method: 'GET',
      headers: cookie ? { cookie } : {},
    })
    await body.dump({ limit: Number.POSITIVE_INFINITY })
    const times = byStatus.get(statusCode) ?? []
    byStatus.set(statusCode, times)
    times.push(performance.now() - dueAt)
  }
  try {
    const count = Math.round(perSecond * seconds)
    for (let n = 0; n < count; n += 1) {
      const dueAt = startedAt + (n * 1000) / perSecond
      const early = dueAt - performance.now()
      // Node's timers have a resolution of a millisecond: a request that is due sooner is sent at once.
      if (early >= 1) await pause(early)
      const sent = send(paths[n % paths.length], dueAt)
      // `sent` is awaited below. Until then a failure must not end the process.
      sent.catch(() => undefined)
      all.push(sent)
    }
    await Promise.all(all)
  } finally {
    await agent.destroy()
  }
  for (const times of byStatus.values()) times.sort((a, b) => a - b)
  return byStatus
}

export const percentile = (sorted, part) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN
