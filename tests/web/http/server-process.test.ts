import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { databases, freshDatabase } from '../../support/databases'
import { startFaultProxy } from '../../support/fault-proxy'
import { freePort } from '../../support/free-port'
import { Browser } from '../support/browser'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { TEST_SECRET } from '../support/portal'
import {
  advanceableClock,
  demoLoginOf,
  endedProcess,
  type ServerProcess,
  shortArrival,
  startServer,
} from '../support/server-process'

const secret = 'a-secret-that-portals-and-the-api-share'
const upstream = await fakeUpstreamOfThisFile({ apiSecret: secret })
const trial = { PAYMENT_GATEWAY: 'sandbox', SMTP_URL: 'file:' }
const running: ServerProcess[] = []

const started = async (file: string, settings: Record<string, string>) => {
  const server = await startServer(file, settings)
  running.push(server)
  return server
}

afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
})

test.each(['server.js', 'api.js', 'admin.js'])('%s refuses an older Node in one line', async (file) => {
  const older = "Object.defineProperty(process.versions, 'node', { value: '24.21.0' })"
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(older)}`
  expect(await endedProcess(file, { NODE_OPTIONS })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Node 26 is needed, this is 24.21.0: see https://nodejs.org\n',
  })
})

describe.each(['server.js', 'api.js'])('%s in production', (file) => {
  // Every sign of production: tests/api/http/start.test.ts.
  test('does not start without a gateway', async () => {
    const settings = { PORT: '0', API_PORT: '0', NODE_ENV: 'production' }
    expect(await endedProcess(file, settings)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^PAYMENT_GATEWAY: [^\n]+\n$/),
    })
  })

  test('starts when both are set, also for a trial, and limits its space for new objects', async () => {
    const server = await started(file, { PORT: '0', API_PORT: '0', NODE_ENV: 'production', ...trial })
    expect(server.stderr()).toBe('')
    const command = readFileSync(`/proc/${server.pid}/cmdline`, 'utf8').split('\0')
    expect(command).toContain('--max-semi-space-size=8')
    expect(await server.stop()).toBe(0)
  })
})

describe.each(['server.js', 'api.js'])('%s with a setting that it can not use', (file) => {
  const apiSecret = 's'.repeat(32)

  test.each([
    // An address that is reserved for documents.
    ['HOST', { HOST: '192.0.2.1', API_SECRET: apiSecret }],
    ['TRUST_PROXY', { TRUST_PROXY: '"1"' }],
    ['DATA_DIR', { DATA_DIR: '/dev/null/data', SESSION_SECRET: TEST_SECRET }],
    // A folder that exists but accepts no files.
    ['DATA_DIR', { DATA_DIR: '/proc/data' }],
  ])('does not start, and names %s in one line: %j', async (name, settings) => {
    const { code, stderr } = await endedProcess(file, {
      PORT: '0',
      API_PORT: '0',
      DEMO_DATA: 'off',
      ...settings,
    })
    expect(code).toBe(1)
    expect(stderr).toMatch(new RegExp(`^${name}: [^\n]+\n$`))
  })
})

describe.skipIf(!databases.includes('postgres')).each(['server.js', 'api.js'])(
  '%s whose connections to PostgreSQL freeze',
  (file) => {
    test('reports the database while it is frozen, and is ready again afterwards', async () => {
      const fresh = await freshDatabase('postgres')
      const proxy = await startFaultProxy(new URL(fresh.databaseUrl ?? ''))
      const port = String(await freePort())
      const server = await started(file, {
        PORT: port,
        API_PORT: port,
        DATABASE_URL: proxy.url,
        DATABASE_TIMEOUT_MS: '1000',
        DEMO_DATA: 'off',
        SESSION_SECRET: TEST_SECRET,
        ...trial,
      })
      const ask = async (path: string) => {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`)
        return `${answer.status} ${await answer.text()}`
      }
      expect(await ask('/health/ready')).toBe('200 ready')

      await proxy.break('frozen')
      expect(await ask('/health/ready')).toBe('503 not ready: database')
      // A restart would not help.
      expect(await ask('/health')).toBe('200 ok')

      await proxy.mend()
      await vi.waitFor(async () => expect(await ask('/health/ready')).toBe('200 ready'), {
        timeout: 20_000,
        interval: 100,
      })
      expect(await ask('/health')).toBe('200 ok')
      expect(await server.stop()).toBe(0)
      await proxy.close()
      await fresh.drop()
    })
  },
)

test.skipIf(!databases.includes('postgres'))(
  'a customer is a guest while the database is away, and signed in again afterwards',
  async () => {
    const fresh = await freshDatabase('postgres')
    const proxy = await startFaultProxy(new URL(fresh.databaseUrl ?? ''))
    const port = String(await freePort())
    const server = await started('server.js', {
      ...trial,
      PORT: port,
      DATABASE_URL: proxy.url,
      DATABASE_TIMEOUT_MS: '1000',
      DEMO_DATA: 'on',
      SESSION_SECRET: TEST_SECRET,
    })
    const origin = `http://localhost:${port}`
    const visitor = new Browser(new URL(`http://127.0.0.1:${port}`), origin)
    await visitor.press(await visitor.get('/login'), 'Войти', await demoLoginOf(server))
    const cookie = visitor.cookies.get('session')

    await proxy.break('refused')
    const away = await visitor.get('/personal')
    expect(away).toHaveRedirect('/login?redirectTo=%2Fpersonal', 302)
    // A probe that follows redirects would see a healthy page.
    const login = await visitor.follow(away)
    expect([login.status, login.flashes]).toEqual([200, []])
    expect((await visitor.get('/health/ready')).status).toBe(503)
    expect(visitor.cookies.get('session')).toBe(cookie)

    await proxy.mend()
    await vi.waitFor(async () => expect((await visitor.get('/personal')).html).toContain('Выйти'), {
      timeout: 20_000,
      interval: 100,
    })
    await server.stop()
    await proxy.close()
    await fresh.drop()
  },
)

describe.skipIf(!databases.includes('postgres')).each(['server.js', 'api.js'])(
  '%s with a background job that stands still',
  (file) => {
    test('fails its health while the database answers, and is well again once the job goes on', async () => {
      const fresh = await freshDatabase('postgres')
      const port = String(await freePort())
      const server = await started(file, {
        ...advanceableClock,
        ...trial,
        PORT: port,
        API_PORT: port,
        DATABASE_URL: fresh.databaseUrl ?? '',
        // The job waits for its lock longer than this test takes.
        DATABASE_TIMEOUT_MS: '120000',
        DEMO_DATA: 'off',
        SESSION_SECRET: TEST_SECRET,
      })
      const ask = async () => {
        const answers = await Promise.all(
          ['/health', '/health/ready'].map((path) => fetch(`http://127.0.0.1:${port}${path}`)),
        )
        return Promise.all(answers.map(async (answer) => `${answer.status} ${await answer.text()}`))
      }
      const becomes = (...health: string[]) =>
        vi.waitFor(async () => expect(await ask()).toEqual(health), { timeout: 20_000, interval: 50 })
      const well = ['200 ok', '200 ready']

      // A table locked by hand stops only the job that sends letters.
      const locker = new pg.Client({ connectionString: fresh.databaseUrl })
      await locker.connect()
      await locker.query('begin')
      await locker.query('lock table outbox in access exclusive mode')
      await vi.waitFor(
        async () => {
          const waiting = await locker.query(
            `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
          expect(waiting.rowCount).toBe(1)
        },
        { timeout: 20_000, interval: 50 },
      )
      expect(await ask()).toEqual(well)

      server.passHour()
      await becomes('503 stalled: worker', '503 not ready: worker')

      await locker.query('rollback')
      await locker.end()
      await becomes(...well)
      expect(await server.stop()).toBe(0)
      await fresh.drop()
    })
  },
)

describe.each(['server.js', 'api.js'])('%s with a token of imports', (file) => {
  test('takes a table for which a request has usually not enough time', async () => {
    const token = 'a-token-of-the-billing-with-32-characters'
    const port = await freePort()
    await started(file, {
      ...shortArrival,
      PORT: String(port),
      API_PORT: String(port),
      DEMO_DATA: 'off',
      IMPORT_TOKEN: token,
    })
    const upload = request(`http://127.0.0.1:${port}/imports/payments?dry-run=1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    const answered: Promise<IncomingMessage[]> = once(upload, 'response')
    upload.write('id;account;day;amount\n')
    // Longer than a hundredth of the 30 seconds of a portal, and of Node's 300.
    for (let nth = 0; nth < 8; nth += 1) {
      upload.write(`${nth};200100017;2020-10-02;1,00\n`)
      await Promise.race([wait(500), answered])
    }
    upload.end()
    const [answer] = await answered
    // No such account is registered.
    expect(answer?.statusCode).toBe(422)
    expect(answer && (await json(answer))).toMatchObject({ outcome: 'refused', lines: 8 })
  })
})

describe('the warning that no money is charged', () => {
  const words = 'Тестовый режим: деньги не списываются.'
  const pages = async (settings: Record<string, string>) => {
    const port = await freePort()
    await started('server.js', { PORT: String(port), DEMO_DATA: 'off', ...settings })
    const url = new URL(`http://localhost:${port}`)
    return new Browser(url, url.origin)
  }

  test('is on the payment pages of the test bank only', async () => {
    const visitor = await pages({})
    for (const path of ['/pay', '/pay/success', '/pay/failed'])
      expect((await visitor.get(path)).main, path).toContain(words)
    for (const path of ['/', '/login']) expect((await visitor.get(path)).html, path).not.toContain(words)
  })

  test('is not shown with a real gateway', async () => {
    const gateway = { PAYMENT_GATEWAY: 'yookassa', YOOKASSA_SHOP_ID: '1', YOOKASSA_SECRET_KEY: 'live_x' }
    expect((await (await pages(gateway)).get('/pay')).html).not.toContain(words)
  })
})

test('a portal with a remote product API needs no gateway and mail settings', async () => {
  const server = await started('server.js', {
    PORT: '0',
    NODE_ENV: 'production',
    PRODUCT_API_URL: upstream.url.href,
    SESSION_SECRET: TEST_SECRET,
    API_SECRET: secret,
  })
  expect(server.stderr()).toBe('')
})

describe('the secret shared by portals and a product API', () => {
  test('is sent with every call and never logged', async () => {
    const port = await freePort()
    const server = await started('server.js', {
      PORT: String(port),
      PRODUCT_API_URL: upstream.url.href,
      SESSION_SECRET: TEST_SECRET,
      API_SECRET: `${secret}, ${'former'.repeat(6)}`,
      LOG_LEVEL: 'trace',
    })
    const url = new URL(`http://localhost:${port}`)
    const visitor = new Browser(url, url.origin)
    expect((await visitor.get('/about')).status).toBe(200)
    upstream.on('login', {
      body: { data: { id: '1', name: 'А', email: 'a@example.test' } },
      headers: { 'set-cookie': 'sid=1' },
    })
    await visitor.post('/login', { email: 'a@example.test', password: 'сорок две птицы' })
    upstream.on('payCheck', { status: 500 })
    await visitor.get('/pay?account=4010028513')
    expect(new Set(upstream.calls.map(({ name }) => name))).toEqual(
      new Set(['baseData', 'page', 'login', 'currentUser', 'payCheck']),
    )
    // The fake upstream reports calls without it.
    expect(upstream.violations).toEqual([])
    expect(server.stdout()).toContain('"request"')
    expect(server.stdout() + server.stderr()).not.toContain(secret)
  })

  test('is required when the API listens beyond the loopback', async () => {
    const { code, stderr } = await endedProcess('api.js', { API_PORT: '0', HOST: '0.0.0.0' })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^API_SECRET: [^\n]+\n$/)
  })
})
