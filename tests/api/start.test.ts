import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError, readApiConfig } from 'api/config'
import { startEmbeddedApi } from 'api/start-embedded'
import { describe, expect, test, vi } from 'vitest'
import { describeOnEachDatabase, type FreshDatabase, freshDatabase } from '../support/databases'
import { registration } from './support/api-world'

vi.setConfig({ testTimeout: 30_000 })

const log = { debug() {}, info() {}, warn() {}, error() {} }
const publicUrl = new URL('https://portal.example')

describe('settings', () => {
  test('need nothing at all', () => {
    expect(readApiConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3001,
      apiPublicUrl: 'http://localhost:3001',
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      smtpUrl: undefined,
      mailFrom: 'no-reply@localhost',
      timeZone: 'Europe/Moscow',
      demoData: true,
      logLevel: 'info',
    })
  })

  test('an empty variable is an absent one, an address loses the slash at its end', () => {
    expect(
      readApiConfig({ DATABASE_URL: '', API_PORT: '', PUBLIC_URL: 'https://portal.example/' }),
    ).toMatchObject({
      databaseUrl: undefined,
      port: 3001,
      publicUrl: 'https://portal.example',
    })
  })

  test.each([
    [{}, true],
    [{ NODE_ENV: 'production' }, false],
    [{ PUBLIC_URL: 'https://portal.example' }, false],
    [{ NODE_ENV: 'production', DEMO_DATA: 'on' }, true],
    [{ DEMO_DATA: 'off' }, false],
  ])('demo data by %j: %s', (env, demoData) => {
    expect(readApiConfig(env).demoData).toBe(demoData)
  })

  test.each([
    ['DATABASE_URL', 'mysql://db/portal'],
    ['SMTP_URL', 'http://mail'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'a@b.example\r\nBcc: c@d.example'],
    ['PUBLIC_URL', 'portal.example'],
    ['API_PUBLIC_URL', 'ftp://portal.example'],
    ['API_PORT', '70000'],
    ['TIME_ZONE', 'Europe/Moskva'],
    ['DEMO_DATA', 'maybe'],
    ['LOG_LEVEL', 'loud'],
  ])('a bad %s is named in one line: %s', (name, value) => {
    const read = () => readApiConfig({ [name]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^${name}: .+$`))
  })
})

test('a database that cannot be reached is named in one line', async () => {
  const start = () =>
    startEmbeddedApi({
      env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/portal', DEMO_DATA: 'off' },
      publicUrl,
      log,
    })
  await expect(start).rejects.toThrow(ConfigError)
  await expect(start).rejects.toThrow('DATABASE_URL: no connection to the database (ECONNREFUSED)')
})

const environment = (fresh: FreshDatabase, more: object = {}) => ({
  DATA_DIR: fresh.dataDir,
  DATABASE_URL: fresh.databaseUrl,
  CONTENT_DIR: 'content',
  ...more,
})

describeOnEachDatabase('the API inside the portal', (kind) => {
  test('starts with the demo company and its login, and starts again on the same data', async () => {
    const fresh = await freshDatabase(kind)
    for (let start = 0; start < 2; start++) {
      const api = await startEmbeddedApi({ env: environment(fresh), publicUrl, log })
      const body = JSON.stringify(api.demoLogin)
      const headers = { 'content-type': 'application/json' }
      const answer = await api.fetch(
        new Request('http://api/api/v1/users/login/', { method: 'POST', headers, body }),
      )
      expect([answer.status, api.demoLogin?.email]).toEqual([200, 'anna@mail.example'])
      await api.close()
    }
    await fresh.drop()
  })

  test('starts empty where the operator has set it up', async () => {
    const fresh = await freshDatabase(kind)
    const api = await startEmbeddedApi({
      env: environment(fresh, { NODE_ENV: 'production' }),
      publicUrl,
      log,
    })
    expect(api.demoLogin).toBeUndefined()
    await api.close()
    await fresh.drop()
  })

  test('sends a letter on its own, with links to the portal', async () => {
    const fresh = await freshDatabase(kind)
    const api = await startEmbeddedApi({ env: environment(fresh, { DEMO_DATA: 'off' }), publicUrl, log })
    const answer = await api.fetch(
      new Request('http://forged.example/api/v1/users/registration/', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-host': 'forged.example' },
        body: JSON.stringify(registration('petr@mail.example')),
      }),
    )
    expect(answer.status).toBe(204)
    const outbox = join(fresh.dataDir, 'outbox')
    const letter = await vi.waitFor(
      async () => {
        const [name] = existsSync(outbox) ? readdirSync(outbox).filter((file) => file.endsWith('.eml')) : []
        return readFile(join(outbox, name ?? 'none yet'), 'utf8')
      },
      { timeout: 10_000 },
    )
    expect(letter).toContain('https://portal.example/verify-email/')
    expect(letter).not.toContain('forged')
    await api.close()
    await fresh.drop()
  })
})
