import { serve } from '@hono/node-server'
import { openDatabase } from 'api/db/database'
import { runApi } from 'api/run-api'
import { readServerConfig } from 'api/server-config'
import { noLog } from 'monitoring/log'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { describeOnEachDatabase, type FreshDatabase, migratedDatabase } from '../../support/databases'
import { isLongRun, printFigure, times } from '../../support/long-run'
import { password, registration } from '../support/api-world'

// Hashing takes the time that an answer must not depend on.
vi.unmock('@node-rs/argon2')

vi.setConfig({ testTimeout: times(60_000, 3_600_000), hookTimeout: times(120_000, 600_000) })

const PAIRS = times(40, 2_000)
/** The number of compared pairs: on a busy machine the median of 40 varies by more than the limit. */
const MOST_PAIRS = times(200, 2_000)
/** Not counted: the first answers include compilation and empty caches. */
const WARM_UP = 4
const MOST_APART_MS = 5
/** An address gets five letters an hour. */
const PAIRS_PER_CUSTOMER = 5
const customers = Array.from(
  { length: Math.ceil((WARM_UP + MOST_PAIRS) / PAIRS_PER_CUSTOMER) },
  (_, nth) => `known-${nth}@mail.example`,
)
/** Addresses that a stranger has registered with this password, half of them taken. */
const foreign = 'чужой тихий омут'
const registeredOf = (which: 'known' | 'unknown', nth: number) =>
  `registered-${which}-${nth % customers.length}@mail.example`
const afterRegistration = 'login after registration'

/** What a stranger sends about an e-mail address. */
const forms: Record<string, (email: string) => [path: string, body: object]> = {
  login: (email) => ['login', { email, password: 'не тот пароль' }],
  [afterRegistration]: (email) => ['login', { email, password: foreign }],
  registration: (email) => ['registration', registration(email)],
  reset: (email) => ['forgot-password', { email }],
}

/** Processor time: on a busy machine it is more exact than the clock. */
const timed = async (work: () => Promise<unknown>) => {
  const cpuBefore = process.cpuUsage()
  const before = performance.now()
  await work()
  const elapsed = performance.now() - before
  const { user, system } = process.cpuUsage(cpuBefore)
  return isLongRun ? elapsed : (user + system) / 1_000
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

describeOnEachDatabase('the time of an answer about an e-mail address', (kind) => {
  let fresh: FreshDatabase
  let url: string
  let stop: () => Promise<void>
  let requests = 0

  /** The whole API with its background work, over HTTP; each request from another address. */
  beforeAll(async () => {
    fresh = await migratedDatabase(kind)
    const { dataDir, databaseUrl } = fresh
    const config = readServerConfig({
      PUBLIC_URL: 'https://portal.example',
      PAYMENT_GATEWAY: 'sandbox',
      SMTP_URL: 'file:',
      DATA_DIR: dataDir,
      DEMO_DATA: 'off',
      DATABASE_URL: databaseUrl,
    })
    const api = await runApi(config, noLog, { logRequests: false })
    const server = serve({ fetch: api.fetch, hostname: '127.0.0.1', port: 0 })
    const listening = await new Promise<number>((resolve) => {
      server.once('listening', () => {
        const address = server.address()
        resolve(typeof address === 'object' && address ? address.port : 0)
      })
    })
    url = `http://127.0.0.1:${listening}/api/v1/users`
    stop = async () => {
      await new Promise((resolve) => server.close(resolve))
      await api.close()
      await fresh.drop()
    }
    for (const nth of customers.keys()) {
      await ask('registration', registration(customers[nth] ?? ''))
      await ask('registration', registration(registeredOf('known', nth)))
    }
    const database = await openDatabase(fresh)
    await database.db.updateTable('users').set({ email_verified_at: new Date().toISOString() }).execute()
    const foreigner = { password: foreign, password_confirmation: foreign }
    for (const nth of customers.keys())
      for (const which of ['known', 'unknown'] as const)
        await ask('registration', registration(registeredOf(which, nth), foreigner))
    await database.db.deleteFrom('registration_attempts').where('email_normalized', 'in', customers).execute()
    await database.db.deleteFrom('rate_limits').execute()
    await database.close()
  })
  afterAll(() => stop())

  const ask = async (path: string, body: object) => {
    requests += 1
    const address = `10.${[16, 8, 0].map((shift) => (requests >> shift) & 255).join('.')}`
    const answer = await fetch(`${url}/${path}/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': address,
        connection: 'close',
      },
      body: JSON.stringify(body),
    })
    await answer.arrayBuffer()
    return answer.status
  }

  test.each(Object.entries(forms))(
    `does not tell a known one from an unknown one: %s`,
    async (form, bodyOf) => {
      const spent: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
      const statuses = new Set<number>()
      const askAbout = async (which: 'known' | 'unknown', email: string) => {
        const [path, body] = bodyOf(email)
        const about = timed(async () => statuses.add(await ask(path, body)))
        spent[which].push(await about)
      }
      const askAboutPair = async (pair: number) => {
        const isRegistered = form === afterRegistration
        const customer = customers[pair % customers.length] ?? ''
        const known = () => askAbout('known', isRegistered ? registeredOf('known', pair) : customer)
        const nobodys = `unknown-${form}-${pair}@mail.example`
        const unknown = () => askAbout('unknown', isRegistered ? registeredOf('unknown', pair) : nobodys)
        const order = pair % 2 === 0 ? [known, unknown] : [unknown, known]
        for (const one of order) await one()
      }
      const apart = () => Math.abs(median(spent.known) - median(spent.unknown))

      let pair = 0
      for (; pair < WARM_UP; pair += 1) await askAboutPair(pair)
      for (const list of Object.values(spent)) list.length = 0
      const goesOn = () =>
        spent.known.length < PAIRS || (spent.known.length < MOST_PAIRS && apart() >= MOST_APART_MS)
      for (; goesOn(); pair += 1) await askAboutPair(pair)

      expect([...statuses], 'all are answered alike, and none is limited').toHaveLength(1)
      expect(apart()).toBeLessThan(MOST_APART_MS)
      printFigure(
        2,
        `${form} on ${kind}, ${spent.known.length} pairs: known ${median(spent.known).toFixed(2)} ms, unknown ${median(spent.unknown).toFixed(2)} ms`,
      )
    },
  )

  test('and its password is checked for real', async () => {
    // Otherwise the medians of the login would prove nothing.
    expect(await ask('login', { email: customers[0], password })).toBe(200)
  })
})
