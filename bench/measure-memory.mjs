import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { curvesSvg } from './support/curves-svg.mjs'
import { sendEvenly } from './support/even-load.mjs'
import { signIn, startApi, startPortal } from './support/portal.mjs'

const PATHS = [
  '/personal',
  '/personal/history',
  '/personal/invoice',
  '/personal/pay',
  '/personal/profile',
  '/about',
  '/login',
  '/no-such-page',
]
const SAMPLE_S = 30
const PER_SECOND = 10

/**
 * Measures the memory of a portal with a remote API, of a portal with the embedded API, and of the API's own process, over
 * many minutes of steady visits. Prints a table and writes docs/performance/memory.svg.
 */
export const measureMemory = async ({ minutes }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-memory-'))
  const running = []
  try {
    const embedded = await startPortal(dataDir)
    running.push(embedded)
    const api = await startApi(dataDir)
    running.push(api)
    const remote = await startPortal(dataDir, { PRODUCT_API_URL: api.url })
    running.push(remote)
    const visitsOfPortals = []
    for (const { url } of [remote, embedded])
      visitsOfPortals.push({ url, cookie: await signIn(url, embedded.login), paths: PATHS })

    const curves = Object.entries({
      'portal, remote API': remote,
      'portal, embedded API': embedded,
      API: api,
    }).map(([name, server]) => ({ name, server, points: [[0, Math.round(server.memory())]] }))
    for (let sample = 1; sample <= (minutes * 60) / SAMPLE_S; sample += 1) {
      await Promise.all(
        visitsOfPortals.map((visits) => sendEvenly({ ...visits, perSecond: PER_SECOND, seconds: SAMPLE_S })),
      )
      for (const { server, points } of curves)
        points.push([(sample * SAMPLE_S) / 60, Math.round(server.memory())])
    }
    console.table(
      curves.map(({ name, points }) => ({
        process: name,
        ...Object.fromEntries(
          [0, 0.1, 0.25, 0.5, 0.75, 1].map((part) => {
            const [minute, megabytes] = points[Math.round((points.length - 1) * part)]
            return [`${minute} min, MB`, megabytes]
          }),
        ),
      })),
    )
    const svg = curvesSvg({
      title: `Memory over ${minutes} minutes at ${PER_SECOND} requests a second each`,
      xLabel: 'minutes',
      yLabel: 'resident memory, MB',
      curves: curves.map((curve, look) => ({ ...curve, look, dash: look })),
    })
    writeFileSync(fileURLToPath(new URL('../docs/performance/memory.svg', import.meta.url)), svg)
  } finally {
    for (const process of running) await process.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
