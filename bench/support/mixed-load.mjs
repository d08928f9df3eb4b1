import { setTimeout as pause } from 'node:timers/promises'
import { Agent } from 'undici'

/**
 * Sends pages of several kinds of visitors, one of each kind in turn, at even distances, whether answers come or not.
 * `kinds` are `{ paths, cookie? }`. Returns how many a second were sent, and of each kind the milliseconds of its answers
 * by status, sorted, counted from the moment when the request was due.
 */
export const sendMixed = async ({ url, kinds, perSecond, seconds, connections }) => {
  const agent = new Agent({ connections, pipelining: 1, connect: { timeout: 60_000 } })
  const answered = kinds.map(() => new Map())
  const request = async (path, cookie) => {
    const headers = cookie ? { cookie } : {}
    const { statusCode, body } = await agent.request({ origin: url, path, method: 'GET', headers })
    await body.dump({ limit: Number.POSITIVE_INFINITY })
    return statusCode
  }
  const send = async (nth, dueAt) => {
    const kind = nth % kinds.length
    const { paths, cookie } = kinds[kind]
    const status = await request(paths[Math.floor(nth / kinds.length) % paths.length], cookie)
    const times = answered[kind].get(status) ?? []
    answered[kind].set(status, times)
    times.push(performance.now() - dueAt)
  }
  try {
    // A proxy in front keeps its connections: opening them is not measured.
    await Promise.all(Array.from({ length: connections }, () => request('/health')))
    const count = Math.round(perSecond * seconds)
    const all = []
    const startedAt = performance.now()
    for (let nth = 0; nth < count; nth += 1) {
      const dueAt = startedAt + (nth * 1000) / perSecond
      const early = dueAt - performance.now()
      // Node's timers have a resolution of a millisecond: a request that is due sooner is sent at once.
      if (early >= 1) await pause(early)
      const sent = send(nth, dueAt)
      // `sent` is awaited below. Until then a failure must not end the process.
      sent.catch(() => undefined)
      all.push(sent)
    }
    const sentInMs = performance.now() - startedAt
    await Promise.all(all)
    for (const times of answered.flatMap((byStatus) => [...byStatus.values()])) times.sort((a, b) => a - b)
    return { sentPerSecond: (count * 1000) / sentInMs, answered }
  } finally {
    await agent.destroy()
  }
}
