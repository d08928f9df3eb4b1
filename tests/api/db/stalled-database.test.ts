import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type EmbeddedApi, startEmbeddedApi } from 'api/run-api'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { describeOn, type FreshDatabase, freshDatabase } from '../../support/databases'
import { type FaultProxy, startFaultProxy } from '../../support/fault-proxy'
import { registration } from '../support/api-world'

vi.setConfig({ testTimeout: 60_000 })

const publicUrl = new URL('https://portal.example')
const timeoutMs = 1_000
/** Connecting has the same timeout as a query; the rest allows for a busy machine. */
const inTimeMs = 2 * timeoutMs + 1_500
const ready = { status: 200, text: 'ready' }
const noDatabase = { status: 503, text: 'not ready: database' }
const alive = { status: 200, text: 'ok' }

const started = async (fresh: FreshDatabase, databaseUrl: string | undefined) => {
  const failedSteps: object[] = []
  const log = {
    debug() {},
    info() {},
    warn() {},
    error(fields: object) {
      if ('step' in fields) failedSteps.push(fields)
    },
  }
  const env = {
    DATA_DIR: fresh.dataDir,
    DATABASE_URL: databaseUrl,
    DATABASE_TIMEOUT_MS: String(timeoutMs),
    DEMO_DATA: 'off',
    PAYMENT_GATEWAY: 'sandbox',
    SMTP_URL: 'file:',
  }
  return { api: await startEmbeddedApi({ env, publicUrl, log }), failedSteps }
}

const send = (api: EmbeddedApi, path: string, body: object) =>
  api.fetch(
    new Request(`http://api.test/api/v1/users/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )

/** Registers a customer; the worker has to write the letter. */
const register = (api: EmbeddedApi, email: string) => send(api, 'registration/', registration(email))

const lettersIn = ({ dataDir }: FreshDatabase) => {
  const outbox = join(dataDir, 'outbox')
  return existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')).length : 0
}

/** The status, and whether it came before the portal's own timeout. */
const asked = async (answer: Promise<Response>) => {
  const begun = performance.now()
  const { status } = await answer
  return { status, inTime: performance.now() - begun < inTimeMs }
}

const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 50 })

describeOn('postgres', 'with connections to PostgreSQL that pass nothing on', () => {
  let fresh: FreshDatabase
  let proxy: FaultProxy
  let api: EmbeddedApi
  let failedSteps: object[]

  beforeAll(async () => {
    fresh = await freshDatabase('postgres')
    proxy = await startFaultProxy(new URL(fresh.databaseUrl ?? ''))
    const running = await started(fresh, proxy.url)
    api = running.api
    failedSteps = running.failedSteps
  })
  afterAll(async () => {
    await api.close()
    await proxy.close()
    await fresh.drop()
  })

  /** Opens several connections, which stay in the pool. */
  const openSeveral = async () => {
    const login = (email: string) => send(api, 'login/', { email, password: 'x' })
    await Promise.all(Array.from({ length: 8 }, (_, index) => login(`${index}@mail.example`)))
    expect(proxy.connections()).toBeGreaterThan(2)
  }

  it('requests get 503 in time, health names the database, and the worker goes on once it answers', async () => {
    expect((await register(api, 'petr@mail.example')).status).toBe(204)
    await soon(() => expect(lettersIn(fresh)).toBe(1))
    expect([await api.health.live(), await api.health.ready()]).toEqual([alive, ready])
    await openSeveral()

    await proxy.break('frozen')
    expect(await asked(register(api, 'olga@mail.example'))).toEqual({ status: 503, inTime: true })
    // The worker has met it, too, but a restart would not help.
    await soon(() => expect(failedSteps.length).toBeGreaterThan(0))
    expect([await api.health.live(), await api.health.ready()]).toEqual([alive, noDatabase])

    await proxy.mend()
    await soon(async () => expect(await api.health.ready()).toEqual(ready))
    expect((await register(api, 'olga@mail.example')).status).toBe(204)
    await soon(() => expect(lettersIn(fresh)).toBe(2))
  })

  it('one request at most fails by connections that never answer; all of them are replaced', async () => {
    await openSeveral()
    await proxy.break('abandoned')
    const statuses: number[] = []
    while (statuses.at(-1) !== 204) statuses.push((await register(api, 'anna@mail.example')).status)
    // The worker may be the one that learns.
    expect(statuses.length).toBeLessThanOrEqual(2)
    await soon(async () => expect(await api.health.ready()).toEqual(ready))
    await soon(() => expect(lettersIn(fresh)).toBe(3))
  })
})

describe('with an SQLite file that another process keeps locked', () => {
  it('is still read, writing gets 503 in time, health names it, and the worker goes on afterwards', async () => {
    const fresh = await freshDatabase('sqlite')
    const { api } = await started(fresh, undefined)
    const other = new Sqlite(join(fresh.dataDir, 'portal.sqlite'))
    other.exec('begin immediate')
    expect(await asked(register(api, 'petr@mail.example'))).toEqual({ status: 503, inTime: true })
    const read = await api.fetch(new Request('http://api.test/api/v1/users/get-current-auth/'))
    expect(read.status).toBe(200)
    expect([await api.health.live(), await api.health.ready()]).toEqual([alive, noDatabase])
    other.exec('rollback')
    other.close()
    await soon(async () => expect(await api.health.ready()).toEqual(ready))
    expect((await register(api, 'petr@mail.example')).status).toBe(204)
    await soon(() => expect(lettersIn(fresh)).toBe(1))
    await api.close()
    await fresh.drop()
  })
})
