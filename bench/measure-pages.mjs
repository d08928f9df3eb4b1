import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { percentile, sendEvenly } from './support/even-load.mjs'
import { load } from './support/load.mjs'
import { median } from './support/median.mjs'
import { pages } from './support/pages.mjs'
import { signIn, signInAtApi, startApi, startPortal } from './support/portal.mjs'
import { keepOnCore, start } from './support/processes.mjs'
import { createTargets } from './support/targets.mjs'

/** For each page and portal: the answers in the same processor time, divided by those of the bare and the raw server. */
const BASELINE = new URL('pages-baseline.json', import.meta.url)
/** How much worse than the baseline is a failure. */
const TOLERANCE = 0.1

const PORTALS = ['remote', 'embedded']
const REFERENCES = ['bare', 'raw']

/** Servers on one core, the load and the product API on the other. */
const SERVER_CORE = 0
const LOAD_CORE = 1

/** Starts the servers, and stops them after `measure`, which may call `stop` earlier. */
const withServers = async (measure) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  const running = []
  const stop = async () => {
    for (const process of running.splice(0)) await process.stop()
  }
  const add = async (starting, core) => {
    const server = await starting
    running.push(server)
    keepOnCore(core, server)
    return server
  }
  const helper = async (file, args) => {
    const server = await add(
      start(file, {
        args,
        env: { NODE_ENV: 'production' },
        isReady: (output) => output.startsWith('http://'),
      }),
      SERVER_CORE,
    )
    return { ...server, url: server.output.trim() }
  }
  try {
    keepOnCore(LOAD_CORE, process)
    const embedded = await add(startPortal(dataDir), SERVER_CORE)
    const { login } = embedded
    const api = await add(startApi(dataDir), LOAD_CORE)
    const remote = await add(startPortal(dataDir, { PRODUCT_API_URL: api.url }), SERVER_CORE)
    const atApi = await signInAtApi(api.url, login)
    const cookies = new Map()
    for (const portal of [embedded, remote]) cookies.set(portal, await signIn(portal.url, login))
    const bare = await helper('bench/support/bare.mjs', [
      remote.url,
      api.url,
      cookies.get(remote),
      atApi.cookie,
      atApi.defaultAccount,
    ])
    const raw = await helper('bench/support/raw.mjs', [bare.url])
    return await measure({ servers: { raw, bare, remote, embedded }, cookies, dataDir, stop })
  } finally {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Loads each server in turn, round by round. */
const loadInTurn = async ({ servers, cookies }, { path, signedIn }, { seconds, rounds }) => {
  const loads = []
  for (let round = 0; round < rounds; round += 1) {
    const one = {}
    for (const [name, server] of Object.entries(servers))
      one[name] = await load(server, path, signedIn ? cookies.get(server) : null, seconds)
    loads.push(one)
  }
  return loads
}

const ratio = (loads, portal, reference, what) =>
  Number(median(loads.map((one) => one[portal][what] / one[reference][what])).toPrecision(3))

/** The ratios in the form of the baseline: `{ remote: { bare, raw }, embedded: … }`. */
const ratiosOf = (loads) => {
  const to = (portal) => (reference) => [reference, ratio(loads, portal, reference, 'perProcessorSecond')]
  return Object.fromEntries(PORTALS.map((portal) => [portal, Object.fromEntries(REFERENCES.map(to(portal)))]))
}

/** Whether the page is worse against both references. If only one ratio is worse, the reference itself has changed. */
const isWorse = (now, before) =>
  REFERENCES.every((reference) => now[reference] < before[reference] / (1 + TOLERANCE))

const rowOf = (page, loads) => {
  const ms = (name) => median(loads.map((one) => 1_000 / one[name].perProcessorSecond)).toFixed(3)
  return {
    page,
    ...Object.fromEntries([...REFERENCES, ...PORTALS].map((name) => [`${name}, ms`, ms(name)])),
    ...Object.fromEntries(
      PORTALS.flatMap((portal) => [
        [`${portal}, × bare`, ratio(loads, portal, 'bare', 'perProcessorSecond').toFixed(2)],
        [`${portal}, × bare by the clock`, ratio(loads, portal, 'bare', 'perSecond').toFixed(2)],
      ]),
    ),
  }
}

const baseline = () => JSON.parse(readFileSync(BASELINE, 'utf8'))

/**
 * Compares the processor time of each page with that of the bare and the raw server, and these ratios with the baseline; a
 * page that is worse is measured once more. With `update` the ratios become the baseline.
 */
const comparePages = async (setUp, { seconds, rounds, update }) => {
  const before = update ? {} : baseline()
  const targets = createTargets()
  const measured = []
  for (const page of pages) {
    const { path } = page
    const isPageWorse = (loads) =>
      PORTALS.some((portal) => before[path] && isWorse(ratiosOf(loads)[portal], before[path][portal]))
    let loads = await loadInTurn(setUp, page, { seconds, rounds })
    if (isPageWorse(loads)) loads = await loadInTurn(setUp, page, { seconds, rounds: rounds * 2 })
    measured.push({ page, loads, ratios: ratiosOf(loads) })
    for (const portal of PORTALS) {
      const now = ratiosOf(loads)[portal]
      const baselineRatios = before[path]?.[portal]
      if (update) continue
      const words = baselineRatios
        ? `now ${now.bare} × bare and ${now.raw} × raw, before ${baselineRatios.bare} and ${baselineRatios.raw}`
        : `no baseline: npm run bench -- pages --update`
      targets.check(`${path}, ${portal} API`, words, Boolean(baselineRatios) && !isWorse(now, baselineRatios))
    }
    console.log(`${path} measured`)
  }
  console.log('processor time a request, and answers in the same processor time')
  console.table(measured.map(({ page, loads }) => rowOf(page.path, loads)))
  if (update) {
    const newBaseline = Object.fromEntries(measured.map(({ page, ratios }) => [page.path, ratios]))
    writeFileSync(BASELINE, `${JSON.stringify(newBaseline, null, 2)}\n`)
  }
  for (const sentence of targets.missed) console.error(`Slower than before: ${sentence}`)
  return { ...targets, measured }
}

/** The 99th percentile in milliseconds at half the peak rate. */
const slowestOf = async ({ servers, cookies }, { page: { path, signedIn }, loads }, seconds) => {
  const row = { page: path }
  for (const [name, server] of Object.entries(servers)) {
    const answered = await sendEvenly({
      url: server.url,
      paths: [path],
      cookie: signedIn ? cookies.get(server) : null,
      perSecond: median(loads.map((one) => one[name].perSecond)) / 2,
      seconds: seconds * 3,
    })
    if (answered.size > 1 || !answered.has(200)) throw new Error(`${path}: ${[...answered.keys()]}`)
    row[name] = Math.round(percentile(answered.get(200), 0.99))
  }
  return row
}

const startTime = async (dataDir, rounds) => {
  const times = []
  for (let round = 0; round < rounds; round += 1) {
    const portal = await startPortal(dataDir)
    times.push(portal.startMs)
    await portal.stop()
  }
  return median(times)
}

/** Returns sentences about the pages that are as fast as the baseline, and about slower ones. */
export const checkPages = (options) => withServers((setUp) => comparePages(setUp, options))

/** Also measures the slowest answers, memory and start time. A slower page fails the run. */
export const measurePages = (options) =>
  withServers(async (setUp) => {
    const { servers, dataDir, stop } = setUp
    const idle = Object.values(servers).map((server) => server.memory())
    const { missed, measured } = await comparePages(setUp, options)
    if (missed.length > 0) process.exitCode = 1
    if (options.update) return
    const slowest = []
    for (const page of measured) slowest.push(await slowestOf(setUp, page, options.seconds))
    console.log('99th percentile at half the peak rate, ms')
    console.table(slowest)
    console.table(
      Object.entries(servers).map(([server, { memory }], at) => ({
        server,
        'idle, MB': Math.round(idle[at]),
        'after load, MB': Math.round(memory()),
      })),
    )
    await stop()
    const startMs = Math.round(await startTime(dataDir, options.rounds))
    console.log(`start to the first 200, embedded API: ${startMs} ms`)
  })
