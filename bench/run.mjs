/**
 * Measures the portal against a bare server in one run, round by round in turn, and prints ratios: the machines are
 * noisy, so times by themselves say nothing. Usage: npm run bench [-- --seconds 3 --rounds 5]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { preparedBuild } from '../scripts/prepare/prepare.mjs'
import { pages } from './pages.mjs'
import { answers, freePort, start } from './processes.mjs'

const { values } = parseArgs({ options: { seconds: { type: 'string' }, rounds: { type: 'string' } } })
const SECONDS = Number(values.seconds ?? 3)
const ROUNDS = Number(values.rounds ?? 5)
const SECRET = 'a secret of the benchmark that is longer than 32 characters'

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]

const startPortal = async (dataDir, env = {}) => {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const portal = await start('build/server.js', {
    env: { PORT: String(port), DATA_DIR: dataDir, POST_LIMIT: '1000', SESSION_SECRET: SECRET, ...env },
    isReady: answers(`${url}/login`),
  })
  return { ...portal, url }
}

const cookieOf = (answer, name) =>
  answer.headers
    .getSetCookie()
    .find((line) => line.startsWith(`${name}=`))
    ?.split(';')[0]

const signIn = async (url, { email, password }) => {
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url },
    body: new URLSearchParams({ email, password }),
  })
  const cookie = cookieOf(answer, 'session')
  if (!cookie) throw new Error(`the demo customer could not sign in: ${answer.status}`)
  return cookie
}

const signInAtApi = async (apiUrl, login) => {
  const answer = await fetch(`${apiUrl}/api/v1/users/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(login),
  })
  const cookie = cookieOf(answer, 'session')
  const headers = { accept: 'application/json', cookie }
  const found = await (await fetch(`${apiUrl}/api/v1/personal/get-default-account`, { headers })).json()
  return { cookie, defaultAccount: found.account }
}

const requestsPerSecond = async (url, cookie) => {
  const result = await autocannon({
    url,
    connections: 16,
    duration: SECONDS,
    headers: cookie ? { cookie } : {},
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.average
}

const startTime = async (dataDir) => {
  const times = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const portal = await startPortal(dataDir)
    times.push(portal.startMs)
    await portal.stop()
  }
  return median(times)
}

await preparedBuild()
const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
const running = []
try {
  const embedded = await startPortal(dataDir)
  running.push(embedded)
  const login = /Demo customer: (?<email>\S+), password: (?<password>\S+)/.exec(embedded.output)?.groups
  if (!login) throw new Error('the portal printed no demo login')

  const apiPort = await freePort()
  const apiUrl = `http://127.0.0.1:${apiPort}`
  const api = await start('build/api.js', {
    env: { API_PORT: String(apiPort), DATA_DIR: dataDir },
    isReady: answers(`${apiUrl}/openapi.json`),
  })
  running.push(api)
  const remote = await startPortal(dataDir, { PRODUCT_API_URL: apiUrl })
  running.push(remote)
  const atApi = await signInAtApi(apiUrl, login)
  const cookies = new Map([
    [embedded, await signIn(embedded.url, login)],
    [remote, await signIn(remote.url, login)],
  ])
  const bare = await start('bench/bare.mjs', {
    args: [remote.url, apiUrl, cookies.get(remote), atApi.cookie, atApi.defaultAccount],
    env: { NODE_ENV: 'production' },
    isReady: (output) => output.startsWith('http://'),
  })
  bare.url = bare.output.trim()
  running.push(bare)

  const idle = { bare: bare.memory(), remote: remote.memory(), embedded: embedded.memory() }
  const rows = []
  for (const { path, signedIn } of pages) {
    const rounds = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const [base, overNetwork, inProcess] = [
        await requestsPerSecond(bare.url + path),
        await requestsPerSecond(remote.url + path, signedIn && cookies.get(remote)),
        await requestsPerSecond(embedded.url + path, signedIn && cookies.get(embedded)),
      ]
      rounds.push({ remote: overNetwork / base, embedded: inProcess / base })
    }
    rows.push({
      page: path,
      'remote API, × bare': median(rounds.map((ratios) => ratios.remote)).toFixed(2),
      'embedded API, × bare': median(rounds.map((ratios) => ratios.embedded)).toFixed(2),
    })
    console.log(`${path} measured`)
  }
  const loaded = { bare: bare.memory(), remote: remote.memory(), embedded: embedded.memory() }
  for (const process of running.splice(0)) await process.stop()

  console.table(rows)
  console.table(
    Object.keys(idle).map((server) => ({
      server,
      'idle, MB': Math.round(idle[server]),
      'after load, MB': Math.round(loaded[server]),
    })),
  )
  console.log(`start to the first 200, embedded API: ${Math.round(await startTime(dataDir))} ms`)
} finally {
  for (const process of running) await process.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
