import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { percentile, sendEvenly } from './support/even-load.mjs'
import { load as loadFully } from './support/load.mjs'
import { median } from './support/median.mjs'
import { signIn, startPortal } from './support/portal.mjs'

const PAGES = ['/personal', '/personal/history', '/personal/invoice']
const TIMES_CAPACITY = [1, 4, 10]
const MOST_RECOVERY_MS = 60_000

/** Sends signed-in pages evenly; returns the milliseconds of each admitted answer, sorted, and how many were refused. */
const send = async (settings) => {
  const answered = await sendEvenly({ ...settings, paths: PAGES })
  const other = [...answered.keys()].find((status) => status !== 200 && status !== 503)
  if (other) throw new Error(`answered ${other}`)
  return { admitted: answered.get(200) ?? [], refused: answered.get(503)?.length ?? 0 }
}

/** Milliseconds until a page is as fast as it was when nothing else was asked for, three times in a row. */
const recovery = async ({ url, cookie, normalMs }) => {
  const startedAt = performance.now()
  let inRow = 0
  while (inRow < 3 && performance.now() - startedAt < MOST_RECOVERY_MS) {
    const askedAt = performance.now()
    const answer = await fetch(url + PAGES[0], { headers: { cookie } })
    await answer.text()
    inRow = answer.status === 200 && performance.now() - askedAt < normalMs * 2 ? inRow + 1 : 0
  }
  return performance.now() - startedAt
}

/** The median milliseconds of a page when nothing else is asked for. */
const medianOfOne = async (url, cookie) => {
  const times = []
  for (let n = 0; n < 30; n += 1) {
    const askedAt = performance.now()
    await (await fetch(url + PAGES[0], { headers: { cookie } })).text()
    times.push(performance.now() - askedAt)
  }
  return median(times)
}

/** Loads the portal with 1, 4 and 10 times of what it can answer, and prints what becomes of the requests. */
export const measureOverload = async ({ seconds }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const portal = await startPortal(dataDir)
  try {
    const { url } = portal
    const cookie = await signIn(url, portal.login)
    const rates = []
    for (const path of PAGES) rates.push((await loadFully(portal, path, cookie, seconds)).perSecond)
    const capacity = PAGES.length / rates.reduce((sum, rate) => sum + 1 / rate, 0)
    const normalMs = await medianOfOne(url, cookie)
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
