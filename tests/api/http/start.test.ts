import { existsSync, readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedApi } from 'api/run-api'
import { readServerConfig, readStandaloneConfig } from 'api/server-config'
import { noLog } from 'monitoring/log'
import { ConfigError } from 'process/settings'
import { describe, expect, test, vi } from 'vitest'
import { describeOnEachDatabase, type FreshDatabase, freshDatabase } from '../../support/databases'
import { registration } from '../support/api-world'

const publicUrl = new URL('https://portal.example')

/** The settings of an operator who only tries the portal out. */
const trial = { PAYMENT_GATEWAY: 'sandbox', SMTP_URL: 'file:' }

describe('settings', () => {
  test('all have defaults', () => {
    expect(readServerConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3001,
      apiPublicUrl: 'http://localhost:3001',
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      smtpUrl: undefined,
      mailFrom: { name: '', address: 'no-reply@localhost', domain: 'localhost' },
      timeZone: 'Europe/Moscow',
      demoData: true,
      logLevel: 'info',
    })
  })

  test('an empty variable counts as missing, and a trailing slash of an address is removed', () => {
    expect(
      readServerConfig({ DATABASE_URL: '', API_PORT: '', PUBLIC_URL: 'http://portal.example/' }),
    ).toMatchObject({
      databaseUrl: undefined,
      port: 3001,
      publicUrl: 'http://portal.example',
    })
  })

  test.each([
    [{}, true],
    [{ NODE_ENV: 'production' }, false],
    [{ PUBLIC_URL: 'https://portal.example' }, false],
    [{ NODE_ENV: 'production', DEMO_DATA: 'on' }, true],
    [{ DEMO_DATA: 'off' }, false],
  ])('demo data by %j: %s', (env, demoData) => {
    expect(readServerConfig({ ...trial, ...env }).demoData).toBe(demoData)
  })

  test.each([
    ['DATABASE_URL', 'mysql://db/portal'],
    ['SMTP_URL', 'http://mail'],
    ['SMTP_URL', 'file:///var/mail'],
    ['API_SECRET', 'short'],
    ['API_SECRET', `${'s'.repeat(32)},short`],
    ['API_SECRET', `${'s'.repeat(31)} ${'s'.repeat(31)}`],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'a@b.example, c@d.example'],
    ['MAIL_FROM', 'a@b.example\r\nBcc: c@d.example'],
    ['PUBLIC_URL', 'portal.example'],
    ['API_PUBLIC_URL', 'ftp://portal.example'],
    ['API_PORT', '70000'],
    ['TIME_ZONE', 'Europe/Moskva'],
    ['DEMO_DATA', 'maybe'],
    ['GUEST_BALANCE', 'maybe'],
    ['LOG_LEVEL', 'loud'],
  ])('a bad %s is named in one line: %s', (name, value) => {
    const read = () => readServerConfig({ [name]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^${name}: .+$`))
  })
})

test.each(['mail', 'http://mail', 'smtp://', 'smtps:mail.example', 'smtp:///mail'])(
  'a bad address says what is missing: SMTP_URL=%s',
  (url) => {
    expect(() => readServerConfig({ SMTP_URL: url })).toThrow(
      'SMTP_URL: must be an smtp:// or smtps:// address, or file: for letters as .eml files in DATA_DIR/outbox',
    )
  },
)

describe('DATABASE_URL', () => {
  const read = (DATABASE_URL: string) => readServerConfig({ ...trial, DATABASE_URL }).databaseUrl

  test.each(['pa/ss', '12/ss', 'pa#ss', '12#ss', 'pa?ss', '50%', '50%off', '%ff'])(
    'says how to write a password such as %s',
    (password) => {
      expect(() => read(`postgres://portal:${password}@db.example/portal`)).toThrow(
        new ConfigError(
          'DATABASE_URL: must be a postgres:// address with / # ? % @ in its password encoded, such as %2F for /',
        ),
      )
    },
  )

  test.each([
    'postgres://portal:p%2Fa%23s%25s%40@db.example:5432/portal?sslmode=verify-full',
    'postgresql://portal@db.example/portal',
    'postgres:///portal?host=/var/run/postgresql',
    'postgres://%2Fvar%2Frun%2Fpostgresql/portal',
  ])('may be %s', (url) => {
    expect(read(url)).toBe(url)
  })

  test('may have a user and no host', () => {
    expect(read('postgres://portal:secret@/portal?host=/run')).toBe(
      'postgres://portal:secret@localhost/portal?host=/run',
    )
  })
})

describe('settings of production', () => {
  const signs = [
    { NODE_ENV: 'production' },
    { PUBLIC_URL: 'https://portal.example' },
    { DATABASE_URL: 'postgres://db.example/portal' },
  ]

  test.each(signs)('name the gateway and the way of letters: %j', (sign) => {
    expect(() => readServerConfig(sign)).toThrow(/^PAYMENT_GATEWAY: .+$/)
    expect(() => readServerConfig({ ...sign, PAYMENT_GATEWAY: 'sandbox' })).toThrow(/^SMTP_URL: .+$/)
    expect(() => readServerConfig({ ...sign, SMTP_URL: 'smtp://mail.example' })).toThrow(
      /^PAYMENT_GATEWAY: .+$/,
    )
    expect(() => readServerConfig({ ...sign, PAYMENT_GATEWAY: 'sandbox', SMTP_URL: '' })).toThrow(ConfigError)
    expect(readServerConfig({ ...sign, ...trial })).toMatchObject({
      gateways: [{ name: 'sandbox' }],
      smtpUrl: undefined,
    })
  })

  test('are not asked for on a developer’s machine', () => {
    for (const env of [{}, { NODE_ENV: 'development' }, { PUBLIC_URL: 'http://localhost:3000' }])
      expect(readServerConfig(env)).toMatchObject({ gateways: [{ name: 'sandbox' }], smtpUrl: undefined })
  })
})

describe('an API that stands alone', () => {
  const secret = 's'.repeat(32)

  test.each(['0.0.0.0', '::', '10.0.0.7', 'api.internal'])('require a secret at %s', (HOST) => {
    expect(() => readStandaloneConfig({ HOST })).toThrow(/^API_SECRET: .+$/)
    expect(() => readStandaloneConfig({ HOST })).toThrow(ConfigError)
    expect(readStandaloneConfig({ HOST, API_SECRET: secret }).apiSecrets).toEqual([secret])
  })

  test.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost'])('require none at %s', (HOST) => {
    expect(readStandaloneConfig({ HOST }).apiSecrets).toEqual([])
  })

  test('are never repeated in an error message when they are secret', () => {
    expect(() => readServerConfig({ API_SECRET: 'short-but-secret' })).toThrow(/^(?!.*short-but-secret)/)
  })
})

test('an unreachable database is reported in one line', async () => {
  const start = () =>
    startEmbeddedApi({
      env: { ...trial, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/portal', DEMO_DATA: 'off' },
      publicUrl,
      log: noLog,
    })
  await expect(start).rejects.toThrow(ConfigError)
  await expect(start).rejects.toThrow(
    'DATABASE_URL: no connection to the database, nothing listens at that host and port (ECONNREFUSED)',
  )
})

test('a damaged SQLite file is reported in one line', async () => {
  const fresh = await freshDatabase('sqlite')
  await writeFile(
    join(fresh.dataDir, 'portal.sqlite'),
    'no database at all, but longer than its header. '.repeat(9),
  )
  const start = () =>
    startEmbeddedApi({ env: { ...trial, DATA_DIR: fresh.dataDir, DEMO_DATA: 'off' }, publicUrl, log: noLog })
  await expect(start).rejects.toThrow(ConfigError)
  await expect(start).rejects.toThrow(/^DATA_DIR: portal[.]sqlite there is damaged .*[(]SQLITE_NOTADB[)]/)
  await fresh.drop()
})

test.each(['/dev/null', '/dev/null/data', '/proc/data'])(
  'a data folder that can not be used is reported in one line: %s',
  async (DATA_DIR) => {
    const start = () =>
      startEmbeddedApi({ env: { ...trial, DATA_DIR, DEMO_DATA: 'off' }, publicUrl, log: noLog })
    await expect(start).rejects.toThrow(ConfigError)
    await expect(start).rejects.toThrow(
      new RegExp(`^DATA_DIR: ${DATA_DIR} can not be used \\((EEXIST|ENOTDIR|ENOENT)\\)$`),
    )
  },
)

const environment = (fresh: FreshDatabase, more: object = {}) => ({
  DATA_DIR: fresh.dataDir,
  DATABASE_URL: fresh.databaseUrl,
  CONTENT_DIR: 'content',
  ...trial,
  ...more,
})

describeOnEachDatabase('the API inside the portal on a new database', (kind) => {
  test('starts with the demo company and its login, also on the same data again', async () => {
    const fresh = await freshDatabase(kind)
    for (let start = 0; start < 2; start++) {
      const api = await startEmbeddedApi({ env: environment(fresh), publicUrl, log: noLog })
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
})

describe('the API inside the portal', () => {
  test('starts empty in production', async () => {
    const fresh = await freshDatabase('sqlite')
    const api = await startEmbeddedApi({
      env: environment(fresh, { NODE_ENV: 'production' }),
      publicUrl,
      log: noLog,
    })
    expect(api.demoLogin).toBeUndefined()
    await api.close()
    await fresh.drop()
  })

  test('sends a letter with links to the portal', async () => {
    const fresh = await freshDatabase('sqlite')
    const api = await startEmbeddedApi({
      env: environment(fresh, { DEMO_DATA: 'off' }),
      publicUrl,
      log: noLog,
    })
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
