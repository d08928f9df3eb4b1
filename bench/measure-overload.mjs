import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { signIn, startPortal } from './portal.mjs'

const PAGES = ['/personal', '/personal/history', '/personal/invoice']
const TIMES_CAPACITY = [1, 4, 10]
const MOST_RECOVERY_MS = 60_000

const percentile = (sorted, part) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN

/** Sends signed-in pages for some seconds; returns how many were answered, and the milliseconds of each admitted one. */
const send = async ({ url, cookie, seconds, connections, perSecond }) => {
  const admitted = []
  let refused = 0
  const running = autocannon({
    url,
    connections,
    duration: seconds,
    // Without a correction: a waiting request is counted by what it waited.
    ...(perSecond ? { overallRate: perSecond, ignoreCoordinatedOmission: true } : {}),
    requests: PAGES.map((path) => ({ path, headers: { cookie } })),
  })
  running.on('response', (_client, status, _bytes, ms) => {
    if (status === 200) admitted.push(ms)
    else if (status === 503) refused += 1
    else throw new Error(`answered ${status}`)
  })
  const [{ errors }] = await once(running, 'done')
  if (errors > 0) throw new Error(`${errors} requests failed`)
  return { admitted: admitted.sort((a, b) => a - b), refused }
}

/** Milliseconds until a page is as fast as it was when nothing else was asked for, three times in a row. */
const recovery = async ({ url, cookie, normalMs }) => {
  const startedAt = performance.now()
  let inRow = 0
  while (inRow < 3 && performance.now() - startedAt < MOST_RECOVERY_MS) {
    const askedAt = performance.now()
    const { status } = await fetch(url + PAGES[0], { headers: { cookie } })
    inRow = status === 200 && performance.now() - askedAt < normalMs * 2 ? inRow + 1 : 0
  }
  return performance.now() - startedAt
}

/** Loads the portal with 1, 4 and 10 times of what it can answer, and prints what becomes of the requests. */
export const measureOverload = async ({ seconds }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const portal = await startPortal(dataDir)
  try {
    const { url } = portal
    const cookie = await signIn(url, portal.login)
    await send({ url, cookie, seconds, connections: 16 })
    const alone = await send({ url, cookie, seconds, connections: 1 })
    const normalMs = percentile(alone.admitted, 0.5)
    const { admitted } = await send({ url, cookie, seconds, connections: 16 })
    const capacity = admitted.length / seconds
    const rows = []
    for (const times of TIMES_CAPACITY) {
      const perSecond = Math.round(capacity * times)
      const load = await send({ url, cookie, seconds: seconds * 5, connections: 200 * times, perSecond })
      const recoveredMs = await recovery({ url, cookie, normalMs })
      rows.push({
        load: `${times} ×`,
        'sent, × capacity': ((load.admitted.length + load.refused) / (seconds * 5) / capacity).toFixed(1),
        'admitted, × capacity': (load.admitted.length / (seconds * 5) / capacity).toFixed(2),
        '503, %': Math.round((100 * load.refused) / (load.admitted.length + load.refused)),
        'admitted: median, ms': Math.round(percentile(load.admitted, 0.5)),
        'admitted: p99, ms': Math.round(percentile(load.admitted, 0.99)),
        'normal again after, ms': Math.round(recoveredMs),
        'memory, MB': Math.round(portal.memory()),
      })
    }
    console.table(rows)
  } finally {
    await portal.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
