import { Agent } from 'undici'

const addressOf = (nth) => `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`

/**
 * Sends logins with wrong passwords, each for another e-mail and from another forwarded address, so that no limit counts
 * two of them together. Each connection sends the next one as soon as the last is answered. `stop` sends no more, waits
 * for the answers and returns how many there were of each status.
 */
export const startLoginStorm = (url, connections) => {
  const agent = new Agent({ connections, pipelining: 1, connect: { timeout: 60_000 } })
  const byStatus = new Map()
  let loginCount = 0
  let isStopped = false
  const sendOn = async () => {
    while (!isStopped) {
      loginCount += 1
      const { statusCode, body } = await agent.request({
        origin: url,
        path: '/login',
        method: 'POST',
        headers: {
          origin: url,
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-for': addressOf(loginCount),
        },
        body: `${new URLSearchParams({ email: `visitor-${loginCount}@mail.example`, password: `wrong password ${loginCount}` })}`,
      })
      await body.dump({ limit: Number.POSITIVE_INFINITY })
      byStatus.set(statusCode, (byStatus.get(statusCode) ?? 0) + 1)
    }
  }
  const ended = Promise.all(Array.from({ length: connections }, sendOn))
  // `stop` awaits `ended`. Until then a failure must not end the process.
  ended.catch(() => undefined)
  return {
    async stop() {
      isStopped = true
      try {
        await ended
      } finally {
        await agent.destroy()
      }
      return byStatus
    },
  }
}
