import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { percentile, sendEvenly } from './support/even-load.mjs'
import { load } from './support/load.mjs'
import { median } from './support/median.mjs'
import { pages } from './support/pages.mjs'
import { signIn, signInAtApi, startApi, startPortal } from './support/portal.mjs'
import { start } from './support/processes.mjs'

const startTime = async (dataDir, rounds) => {
  const times = []
  for (let round = 0; round < rounds; round += 1) {
    const portal = await startPortal(dataDir)
    times.push(portal.startMs)
    await portal.stop()
  }
  return median(times)
}

const ratio = (rounds, of, what) =>
  median(rounds.map((loads) => loads[of][what] / loads.bare[what])).toFixed(2)

/** Measures the pages against the bare server, memory, and start time. */
export const measurePages = async ({ seconds, rounds }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const running = []
  try {
    const embedded = await startPortal(dataDir)
    running.push(embedded)
    const { login } = embedded

    const api = await startApi(dataDir)
    running.push(api)
    const remote = await startPortal(dataDir, { PRODUCT_API_URL: api.url })
    running.push(remote)
    const atApi = await signInAtApi(api.url, login)
    const cookies = new Map([
      [embedded, await signIn(embedded.url, login)],
      [remote, await signIn(remote.url, login)],
    ])
    const bare = await start('bench/support/bare.mjs', {
      args: [remote.url, api.url, cookies.get(remote), atApi.cookie, atApi.defaultAccount],
      env: { NODE_ENV: 'production' },
      isReady: (output) => output.startsWith('http://'),
    })
    bare.url = bare.output.trim()
    running.push(bare)

    const servers = { bare, remote, embedded }
    const idle = Object.values(servers).map((server) => server.memory())
    const rows = []
    const halves = []
    for (const { path, signedIn } of pages) {
      const loads = []
      for (let round = 0; round < rounds; round += 1) {
        const one = {}
        for (const [name, server] of Object.entries(servers))
          one[name] = await load(server, path, signedIn ? cookies.get(server) : null, seconds)
        loads.push(one)
      }
      const slowest = {}
      for (const [name, server] of Object.entries(servers)) {
        const answered = await sendEvenly({
          url: server.url,
          paths: [path],
          cookie: signedIn ? cookies.get(server) : null,
          perSecond: median(loads.map((one) => one[name].perSecond)) / 2,
          seconds: seconds * 3,
        })
        if (answered.size > 1 || !answered.has(200)) throw new Error(`${path}: ${[...answered.keys()]}`)
        slowest[name] = Math.round(percentile(answered.get(200), 0.99))
      }
      rows.push({
        page: path,
        'remote API, × bare': ratio(loads, 'remote', 'perSecond'),
        'embedded API, × bare': ratio(loads, 'embedded', 'perSecond'),
        'remote, by processor time': ratio(loads, 'remote', 'perProcessorSecond'),
        'embedded, by processor time': ratio(loads, 'embedded', 'perProcessorSecond'),
      })
      halves.push({ page: path, ...slowest })
      console.log(`${path} measured`)
    }
    const memory = Object.entries(servers).map(([server, { memory }], at) => ({
      server,
      'idle, MB': Math.round(idle[at]),
      'after load, MB': Math.round(memory()),
    }))
    for (const process of running.splice(0)) await process.stop()

    console.table(rows)
    console.log('99th percentile at half the peak rate, ms')
    console.table(halves)
    console.table(memory)
    console.log(`start to the first 200, embedded API: ${Math.round(await startTime(dataDir, rounds))} ms`)
  } finally {
    for (const process of running) await process.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
