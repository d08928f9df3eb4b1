import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from './support/median.mjs'
import { pages } from './support/pages.mjs'
import { signIn, startApi, startPortal } from './support/portal.mjs'

const DELAYS_MS = [0, 50, 200]
const VISITS = 30

/** Passes each call on to the API after `delay.ms`. */
const slowProxy = async (apiPort) => {
  const delay = { ms: 0 }
  const server = createServer((req, res) => {
    setTimeout(() => {
      const { url: path, method, headers } = req
      const call = request({ host: '127.0.0.1', port: apiPort, path, method, headers }, (answer) => {
        res.writeHead(answer.statusCode, answer.headers)
        answer.pipe(res)
      })
      req.pipe(call)
    }, delay.ms)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { delay, url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }
}

/**
 * Measures how much a delay of every call of the product API adds to a page. A page makes at most two steps of calls, and a
 * step takes as long as its slowest call, so the page should take at most twice the delay.
 */
export const measureUpstream = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-upstream-'))
  const running = []
  let proxy
  try {
    const api = await startApi(dataDir)
    running.push(api)
    proxy = await slowProxy(api.port)
    const portal = await startPortal(dataDir, { PRODUCT_API_URL: proxy.url })
    running.push(portal)
    const cookie = await signIn(portal.url, api.login)
    const rows = []
    for (const { path, signedIn, calls } of pages) {
      const medians = []
      for (const ms of DELAYS_MS) {
        proxy.delay.ms = ms
        const times = []
        for (let visit = 0; visit < VISITS; visit += 1) {
          const startedAt = performance.now()
          await (await fetch(portal.url + path, { headers: signedIn ? { cookie } : {} })).text()
          times.push(performance.now() - startedAt)
        }
        medians.push(median(times))
      }
      const [withoutDelay, ...withDelays] = medians
      rows.push({
        page: path,
        steps: calls.length,
        ...Object.fromEntries(
          withDelays.map((ms, at) => [
            `each call ${DELAYS_MS[at + 1]} ms later, adds ms`,
            Math.round(ms - withoutDelay),
          ]),
        ),
      })
    }
    console.table(rows)
  } finally {
    for (const process of running.reverse()) await process.stop()
    proxy?.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
