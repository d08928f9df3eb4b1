import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import { seedDemo } from 'api/demo/seed-demo'
import { certificateCheck } from 'cli/doctor/checks/certificate.check'
import { clockCheck } from 'cli/doctor/checks/clock.check'
import { databaseCheck } from 'cli/doctor/checks/database.check'
import { diskCheck } from 'cli/doctor/checks/disk.check'
import { importFolderCheck } from 'cli/doctor/checks/import-folder.check'
import { rulesCheck } from 'cli/doctor/checks/rules.check'
import { asJson, asText, isHealthy, runChecks, runDoctor } from 'cli/doctor/doctor'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addToRegister } from '../api/support/billing-register'
import { createContentFiles, site } from '../api/support/content-files'
import { startFakeYookassa } from '../api/support/fake-yookassa'
import { type MailAnswers, mailServer } from '../api/support/mail-server'
import { describeOnEachDatabase, freshDatabase } from '../support/databases'
import { tlsSite } from '../support/tls-site'
import { fakeUpstreamOfThisFile } from '../web/support/fake-upstream'
import { TEST_SECRET } from '../web/support/portal'

const upstream = await fakeUpstreamOfThisFile()
let dataDir: string
const open: { close(): unknown }[] = []

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-doctor-'))
})
afterEach(() => {
  for (const one of open.splice(0)) one.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** A port of the loopback where nobody answers. */
const deadPort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server)
  server.close()
  return port
}

const portOf = (server: Server) => {
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return address.port
}

const examined = async (env: Record<string, string>) => {
  const results = await runDoctor({
    DATA_DIR: dataDir,
    PUBLIC_URL: `http://127.0.0.1:${await deadPort()}`,
    ...env,
  })
  const of = (name: string) => {
    const result = results.find((one) => one.name === name)
    if (!result) throw new Error(`There is no check ${name}`)
    return result
  }
  return { results, of }
}

/** A site over plain HTTP whose clock is that far from ours. */
const siteWithClock = async (secondsAhead: number) => {
  const server = createHttpServer((_, res) => {
    res.setHeader('date', new Date(Date.now() + secondsAhead * 1_000).toUTCString())
    res.end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  open.push(server)
  return new URL(`http://127.0.0.1:${portOf(server)}`)
}

test('an empty folder is well, and stays empty', async () => {
  const { results, of } = await examined({})
  expect(results.filter(({ status }) => status === 'failed')).toEqual([])
  expect(of('database').status).toBe('not checked')
  expect(readdirSync(dataDir)).toEqual([])
})

describe('settings', () => {
  test('that are not valid are all named, and what needs them is not checked', async () => {
    const { of } = await examined({ POST_LIMIT: '0', SMTP_URL: 'http://mail', METRICS_PORT: 'some' })
    expect(of('settings')).toMatchObject({
      status: 'failed',
      found: expect.stringMatching(/POST_LIMIT: .*SMTP_URL: .*METRICS_PORT: /),
    })
    for (const name of ['database', 'migrations', 'mail', 'gateway', 'disk', 'clock', 'certificate'])
      expect(of(name).status, name).toBe('not checked')
  })
})

describe('settings that nobody reads', () => {
  test.each([
    ['PUBLC_URL', 'PUBLIC_URL'],
    ['SMTP_URI', 'SMTP_URL'],
    ['SECOND_STEP_KEYS', 'SECOND_STEP_KEY'],
    ['YOOKASA_SHOP_ID', 'YOOKASSA_SHOP_ID'],
  ])('as %s are told from %s', async (name, meant) => {
    expect((await examined({ [name]: 'some' })).of('settings')).toMatchObject({
      status: 'warning',
      found: `${name} is no setting, ${meant} is one`,
    })
  })

  test('and look like none are the machine’s own', async () => {
    const others = {
      HOME: '/root',
      HOSTNAME: 'box',
      PATH: '/bin',
      INVOCATION_ID: '1',
      OTEL_TRACES_SAMPLER: 'x',
    }
    expect((await examined(others)).of('settings')).toMatchObject({ status: 'ok' })
  })
})

describe('in production', () => {
  const production = { NODE_ENV: 'production', PAYMENT_GATEWAY: 'sandbox', SMTP_URL: 'file:' }

  test('secrets that were left empty are a warning', async () => {
    expect((await examined({ ...production, IMPORT_TOKEN: ' ' })).of('secrets')).toMatchObject({
      status: 'warning',
      found: 'empty: SECOND_STEP_KEY, IMPORT_TOKEN',
    })
    const { of } = await examined({ ...production, SECOND_STEP_KEY: TEST_SECRET })
    expect(of('secrets')).toMatchObject({ status: 'ok' })
    expect((await examined({})).of('secrets')).toMatchObject({ status: 'ok' })
  })

  test('the files of the invented company are a failure, and for a trial they are not', async () => {
    const { of } = await examined(production)
    expect(of('content')).toMatchObject({
      status: 'failed',
      found: expect.stringMatching(
        /^\d+ files speak of the invented company: about\.html, accessibility\.html, /,
      ),
      advice: expect.stringContaining('the consent and the offer'),
    })
    expect((await examined({})).of('content')).toMatchObject({ status: 'ok' })
  })

  test('files of the company’s own are well, and mistakes in them a warning', async () => {
    const files = await createContentFiles()
    open.push(files)
    const checked = async () => (await examined({ ...production, CONTENT_DIR: files.folder })).of('content')
    await files.write('README.md', 'Тихий берег')
    await files.write(
      'site.json',
      JSON.stringify({
        ...site,
        contacts: { phones: [{ number: '+74951234567' }], email: 'lk@example.ru', address: 'г. Исток' },
      }),
    )
    for (const name of ['consent', 'autopay-agreement'])
      await files.write(`${name}.html`, '<!--\ntitle: Согласие\nupdatedAt: 2026-10-01\n-->\n<p>Да.</p>')
    expect(await checked()).toMatchObject({ status: 'ok' })
    await files.write('about.html', 'no header')
    expect(await checked()).toMatchObject({ status: 'warning', found: expect.stringContaining('about.html') })
  })
})

describeOnEachDatabase('the database', (kind) => {
  const migrated = async (
    change: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<unknown>,
  ) => {
    const fresh = await freshDatabase(kind)
    const database = await openDatabase(fresh)
    await migrate(database)
    await change(database)
    await database.close()
    open.push({ close: fresh.drop })
    return {
      DATA_DIR: fresh.dataDir,
      SESSION_SECRET: TEST_SECRET,
      PAYMENT_GATEWAY: 'sandbox',
      SMTP_URL: 'file:',
      ...(fresh.databaseUrl ? { DATABASE_URL: fresh.databaseUrl } : {}),
    }
  }

  test('that is up to date is well, and is left as it was', async () => {
    const { of } = await examined(await migrated(async () => {}))
    expect(of('database')).toMatchObject({ status: 'ok' })
    expect(of('migrations')).toMatchObject({ status: 'ok' })
    if (kind === 'postgres')
      expect(of('clock')).toMatchObject({ status: 'ok', found: expect.stringContaining('the database') })
  })

  test('tells of migrations to come, and of those of a newer version', async () => {
    const last = sql`delete from migrations where name = (select max(name) from migrations)`
    const pending = await examined(await migrated(({ db }) => last.execute(db)))
    expect(pending.of('migrations')).toMatchObject({
      status: 'warning',
      found: expect.stringContaining('1 to be done'),
    })
    const examinedWith = async (name: string) => {
      const newer = sql`insert into migrations values (${name}, '2026-01-01')`
      return (await examined(await migrated(({ db }) => newer.execute(db)))).of('migrations')
    }
    expect(await examinedWith('9999-of-tomorrow')).toMatchObject({
      status: 'warning',
      found: expect.stringContaining('9999-of-tomorrow'),
    })
    expect(await examinedWith('9999-contract-payees')).toMatchObject({
      status: 'failed',
      found: expect.stringContaining('9999-contract-payees'),
    })
  })

  test('of another line of versions is a failure', async () => {
    const renamed = sql`update migrations set name = '0001-users'`
    const { of } = await examined(await migrated(({ db }) => renamed.execute(db)))
    expect(of('migrations')).toMatchObject({
      status: 'failed',
      found: expect.stringContaining('it has 0001-users, but not 0001-initial'),
      advice: expect.stringContaining('an empty database'),
    })
  })

  test('with the demo customer is no database of production', async () => {
    const env = await migrated((database) =>
      seedDemo(database, { now: new Date(), timeZone: 'Europe/Moscow' }),
    )
    expect((await examined({ ...env, NODE_ENV: 'production' })).of('demo data')).toMatchObject({
      status: 'failed',
      found: expect.stringContaining('password is public'),
    })
  })
})

test('a database on a full disk is a failure, and is left as it was', async () => {
  const database = await openDatabase({ dataDir })
  await migrate(database)
  const pragma = (text: string) => sql.raw<Record<string, number>>(`pragma ${text}`).execute(database.db)
  const pages = async () => (await pragma('page_count')).rows[0]?.page_count ?? 0
  const before = await pages()
  expect(await databaseCheck(database).run()).toMatchObject({ status: 'ok' })
  expect(await pages()).toBe(before)
  // SQLite answers as on a full disk when the file may have no more pages.
  await pragma(`max_page_count = ${before + 100}`)
  expect(await databaseCheck(database).run()).toMatchObject({
    status: 'failed',
    found: 'can not be read and written: SQLITE_FULL',
  })
  await database.close()
})

describe('a database that can not be used', () => {
  test('is named, by SQLite', async () => {
    writeFileSync(
      join(dataDir, 'portal.sqlite'),
      'no database at all, and longer than a header of SQLite would be',
    )
    const { of } = await examined({})
    expect(of('database')).toMatchObject({
      status: 'failed',
      found: expect.stringContaining('SQLITE_NOTADB'),
    })
    expect(of('migrations').status).toBe('not checked')
  })

  test('is named, by PostgreSQL, without its password', async () => {
    const { results, of } = await examined({
      DATABASE_URL: `postgres://portal:planted-password@127.0.0.1:${await deadPort()}/portal`,
      SESSION_SECRET: TEST_SECRET,
      PAYMENT_GATEWAY: 'sandbox',
      SMTP_URL: 'file:',
    })
    expect(of('database')).toMatchObject({ status: 'failed', found: expect.stringContaining('ECONNREFUSED') })
    expect(JSON.stringify(results)).not.toContain('planted-password')
  })
})

test('DEMO_DATA=on in production is a failure', async () => {
  const env = { NODE_ENV: 'production', DEMO_DATA: 'on', PAYMENT_GATEWAY: 'sandbox', SMTP_URL: 'file:' }
  expect((await examined(env)).of('demo data')).toMatchObject({ status: 'failed', found: 'on' })
})

describe('mail', () => {
  test('is asked, and gets no letter', async () => {
    const server = await mailServer()
    const { of } = await examined({ SMTP_URL: server.url })
    expect(of('mail').status).toBe('ok')
    expect(server.delivered).toEqual([])
    server.stop()
  })

  test('that does not answer is a failure, without the password', async () => {
    const { results, of } = await examined({
      SMTP_URL: `smtp://me:planted-password@127.0.0.1:${await deadPort()}`,
    })
    expect(of('mail')).toMatchObject({
      status: 'failed',
      found: expect.stringContaining('ECONNREFUSED'),
      advice: expect.stringContaining('firewall'),
    })
    expect(JSON.stringify(results)).not.toContain('planted-password')
  })

  test('whose certificate is not accepted is a failure of its own', async () => {
    const site = await tlsSite(dataDir, 30)
    open.push(site)
    const { of } = await examined({ SMTP_URL: `smtps://localhost:${site.url.port}` })
    expect(of('mail')).toMatchObject({
      status: 'failed',
      found: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT'),
      advice: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    })
  })

  const refusesSender = /refuses the sender lk@example\.ru: 55[03]$/
  test.each<[string, MailAnswers, [string, string], RegExp, string]>([
    ['speaks no TLS at first', {}, ['smtp:', 'smtps:'], /ERR_SSL_/, 'smtp:// with port 587'],
    ['refuses the login', { AUTH: '535 wrong' }, ['//', '//me:wrong@'], /EAUTH/, 'password'],
    ['refuses the sender', { MAIL: '553 5.7.1 not owned by user' }, ['', ''], refusesSender, 'MAIL_FROM'],
    [
      'refuses the sender when the recipient is named',
      { RCPT: '550 5.7.1 sender address rejected' },
      ['', ''],
      refusesSender,
      'MAIL_FROM',
    ],
  ])('that %s is a failure of its own', async (_, answers, [from, to], found, advice) => {
    const server = await mailServer(answers)
    const { of } = await examined({ SMTP_URL: server.url.replace(from, to), MAIL_FROM: 'lk@example.ru' })
    expect(of('mail')).toMatchObject({
      status: 'failed',
      found: expect.stringMatching(found),
      advice: expect.stringContaining(advice),
    })
    server.stop()
  })

  test('whose mailbox of the sender receives nothing is well', async () => {
    const server = await mailServer({ RCPT: '550 5.1.1 no such user' })
    expect((await examined({ SMTP_URL: server.url })).of('mail')).toMatchObject({ status: 'ok' })
    server.stop()
  })

  test('into files is a warning in production', async () => {
    const trial = { PAYMENT_GATEWAY: 'sandbox', SMTP_URL: 'file:' }
    expect((await examined(trial)).of('mail').status).toBe('ok')
    expect((await examined({ ...trial, NODE_ENV: 'production' })).of('mail').status).toBe('warning')
  })
})

describe('the gateway', () => {
  const shop = { PAYMENT_GATEWAY: 'yookassa', YOOKASSA_SHOP_ID: '1', YOOKASSA_SECRET_KEY: 'planted-secret' }

  test('that knows the shop is well, and one that does not answer is a failure', async () => {
    const gateway = await startFakeYookassa()
    open.push(gateway)
    const { of } = await examined(gateway.settings)
    expect(of('gateway')).toMatchObject({ status: 'ok' })
    const dead = await examined({ ...shop, YOOKASSA_API_URL: `http://127.0.0.1:${await deadPort()}` })
    expect(dead.of('gateway')).toMatchObject({
      status: 'failed',
      found: expect.stringContaining('ECONNREFUSED'),
    })
  })

  test('that turns the shop away is a failure, without the key', async () => {
    const gateway = await startFakeYookassa()
    open.push(gateway)
    gateway.fail({ status: 401, code: 'invalid_credentials' })
    const { results, of } = await examined({ ...shop, YOOKASSA_API_URL: gateway.url })
    expect(of('gateway')).toMatchObject({
      status: 'failed',
      found: expect.stringContaining('invalid_credentials'),
    })
    expect(JSON.stringify(results)).not.toContain('planted-secret')
  })

  test('that pays nobody knows which of several payees is a failure, and one that does not pay all a warning', async () => {
    const gateway = await startFakeYookassa()
    open.push(gateway)
    const database = await openDatabase({ dataDir })
    await migrate(database)
    const [own, other] = [await addToRegister(database.db), await addToRegister(database.db)]
    const found = async (settings: Record<string, string> = {}) =>
      (await examined({ ...gateway.settings, ...settings })).of('gateway')
    expect(await found()).toMatchObject({ status: 'ok' })

    const inn = '7707083893'
    await database.db.updateTable('payees').set({ inn }).where('id', '=', `payee of ${own}`).execute()
    expect(await found()).toMatchObject({
      status: 'failed',
      found: expect.stringContaining('no account can be paid'),
      advice: expect.stringContaining('YOOKASSA_PAYEE_INN'),
    })
    expect(await found({ YOOKASSA_PAYEE_INN: inn })).toMatchObject({
      status: 'warning',
      found: expect.stringContaining('1 of 2 accounts'),
    })
    expect(await found({ YOOKASSA_PAYEE_INN: '500100732259' })).toMatchObject({ status: 'failed' })
    expect(await found({ YOOKASSA_PAYMENT_ORDER: 'utilities' })).toMatchObject({ status: 'ok' })
    await database.db.updateTable('payees').set({ inn }).where('id', '=', `payee of ${other}`).execute()
    expect(await found({ YOOKASSA_PAYEE_INN: inn })).toMatchObject({ status: 'ok' })
    await database.close()
  })

  test('that does not accept a former shop is a failure with its number', async () => {
    const gateway = await startFakeYookassa()
    open.push(gateway)
    const { of } = await examined({ ...gateway.settings, YOOKASSA_FORMER_SHOPS: '506700:planted-secret' })
    expect(of('gateway')).toMatchObject({
      status: 'failed',
      found: 'yookassa does not accept the shop 506700: invalid_credentials',
    })
  })

  test('of tests is a warning in production', async () => {
    const trial = { PAYMENT_GATEWAY: 'sandbox', SMTP_URL: 'file:', NODE_ENV: 'production' }
    expect((await examined(trial)).of('gateway').status).toBe('warning')
  })
})

describe('the rules of law by which the demo company bills', () => {
  const on = (day: string, demoData = true) =>
    rulesCheck({ demoData, timeZone: 'Europe/Moscow' }, new Date(`${day}T09:00:00Z`)).run()

  test('are a warning sixty days before they end', async () => {
    expect(await on('2026-10-31')).toMatchObject({ status: 'ok' })
    expect(await on('2026-11-02')).toMatchObject({
      status: 'warning',
      found: expect.stringContaining(
        'known until 2027-01-01, penalties are still counted by at most 9.5 percent',
      ),
    })
    expect(await on('2026-11-02', false)).toMatchObject({ status: 'not checked' })
  })
})

describe('another product API', () => {
  const portal = { PRODUCT_API_URL: upstream.url.href, SESSION_SECRET: TEST_SECRET }

  test('that keeps the contract is well, and what is not ours is not checked', async () => {
    const { results, of } = await examined(portal)
    expect(of('product API')).toMatchObject({ status: 'ok' })
    for (const name of ['database', 'migrations', 'mail', 'gateway', 'shops', 'demo data'])
      expect(of(name).status, name).toBe('not checked')
    expect(isHealthy(results)).toBe(true)
  })

  test('that answers in another shape is a failure with the place', async () => {
    upstream.on('baseData', { body: { mainMenu: 'none' } })
    expect((await examined(portal)).of('product API')).toMatchObject({
      status: 'failed',
      found: expect.stringContaining('baseData: its answer'),
    })
  })

  test('that may say that nobody is signed in, but turns nobody away from base data', async () => {
    upstream.on('currentUser', { status: 401 })
    expect((await examined(portal)).of('product API')).toMatchObject({ status: 'ok' })
    upstream.on('baseData', { status: 401 })
    expect((await examined(portal)).of('product API')).toMatchObject({
      status: 'failed',
      found: expect.stringContaining('baseData: unauthorized'),
      advice: expect.stringContaining('API_SECRET'),
    })
  })

  test('that is not there is a failure', async () => {
    const { of } = await examined({ ...portal, PRODUCT_API_URL: `http://127.0.0.1:${await deadPort()}/` })
    expect(of('product API')).toMatchObject({
      status: 'failed',
      found: expect.stringContaining('ECONNREFUSED'),
    })
  })
})

test('a database file that can not be opened is a failure with the reason', async () => {
  mkdirSync(join(dataDir, 'portal.sqlite'))
  const { of } = await examined({
    SESSION_SECRET: TEST_SECRET,
    PAYMENT_GATEWAY: 'sandbox',
    SMTP_URL: 'file:',
  })
  expect(of('database')).toMatchObject({
    status: 'failed',
    found: 'can not be read and written: EISDIR',
  })
})

describe('the disk', () => {
  test('with little space is a warning, with none a failure', async () => {
    const withFree = async (megabytes: number) =>
      (await diskCheck({ dataDir, freeBytes: async () => megabytes * 1024 * 1024 }).run()).status
    expect([await withFree(5_000), await withFree(500), await withFree(50)]).toEqual([
      'ok',
      'warning',
      'failed',
    ])
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('that can not be written is a failure', async () => {
    // A file where the folder should be: root may write to any folder.
    writeFileSync(join(dataDir, 'file'), '')
    expect(await diskCheck({ dataDir: join(dataDir, 'file') }).run()).toMatchObject({
      status: 'failed',
      found: expect.stringContaining('ENOTDIR'),
    })
  })
})

describe('the import folder', () => {
  const folder = () => join(dataDir, 'import')
  const settings = () => ({ IMPORT_DIR: folder(), IMPORT_REPORT_TO: 'billing@example.ru' })
  const checked = (more: Partial<Parameters<typeof importFolderCheck>[0]> = {}) =>
    importFolderCheck({ importDir: folder(), importReportTo: 'billing@example.ru', ...more }).run()

  test('is not checked where there is none', async () => {
    expect((await examined({})).of('import folder')).toMatchObject({ status: 'not checked' })
  })

  test('that is not there, or is no folder, is a failure', async () => {
    const missing = (await examined(settings())).of('import folder')
    expect(missing).toMatchObject({ status: 'failed', found: expect.stringContaining(folder()) })
    writeFileSync(folder(), '')
    expect((await examined(settings())).of('import folder').status).toBe('failed')
  })

  test('that can not be written is a failure', async () => {
    // Root may write to any folder, but to none of the kernel’s.
    expect(await checked({ importDir: '/proc' })).toMatchObject({
      status: 'failed',
      found: expect.stringContaining('can not write to /proc'),
      advice: expect.stringContaining('ReadWritePaths'),
    })
  })

  test('is well with a file that has just come, and stays as it was', async () => {
    mkdirSync(folder())
    writeFileSync(join(folder(), 'payments-2026-10-05.csv'), '')
    writeFileSync(join(folder(), 'payments.yaml'), '')
    const { results, of } = await examined(settings())
    expect(of('import folder')).toMatchObject({
      status: 'ok',
      found: expect.stringContaining('files waiting: 1'),
    })
    expect(JSON.parse(asJson(results)).checks).toContainEqual(of('import folder'))
    expect(readdirSync(folder()).sort()).toEqual(['payments-2026-10-05.csv', 'payments.yaml'])
  })

  test('with a file that has waited for long is a warning', async () => {
    mkdirSync(folder())
    writeFileSync(join(folder(), 'payments.csv'), '')
    // As old as the company: only when it came counts.
    utimesSync(join(folder(), 'payments.csv'), 0, 0)
    expect((await checked()).status).toBe('ok')
    expect(await checked({ now: () => Date.now() + 40 * 60_000 })).toMatchObject({
      status: 'warning',
      found: expect.stringMatching(/the oldest for (39|40) minutes/),
    })
  })

  test('with a file that nobody will take is a warning', async () => {
    mkdirSync(folder())
    writeFileSync(join(folder(), 'oplaty.csv'), '')
    expect(await checked()).toMatchObject({
      status: 'warning',
      found: expect.stringContaining('named after no table: oplaty.csv'),
    })
  })

  test('with little space, or without somebody who gets the reports, is a warning', async () => {
    mkdirSync(folder())
    expect(await checked({ freeBytes: async () => 500 * 1024 * 1024 })).toMatchObject({
      status: 'warning',
      found: expect.stringContaining('500 MB are free'),
    })
    expect(await checked({ importReportTo: undefined })).toMatchObject({
      status: 'warning',
      advice: expect.stringContaining('IMPORT_REPORT_TO'),
    })
  })
})

describe('the clock', () => {
  test.each([
    [0, 'ok'],
    [10, 'warning'],
    [-60, 'failed'],
  ])('%i seconds from that of another machine: %s', async (seconds, status) => {
    const sites = [await siteWithClock(seconds)]
    expect(await clockCheck({ database: null, sites }).run()).toMatchObject({ status })
  })

  test('is compared with the gateway’s, as the proxy in front may be on this machine', async () => {
    const gateway = await startFakeYookassa()
    open.push(gateway)
    const proxy = await siteWithClock(0)
    const { of } = await examined({ ...gateway.settings, PUBLIC_URL: proxy.origin })
    expect(of('clock')).toMatchObject({
      status: 'ok',
      found: expect.stringContaining(new URL(gateway.url).origin),
    })
    expect(of('clock').found).not.toContain(proxy.origin)
  })

  test('without another one is not checked', async () => {
    expect((await examined({})).of('clock').status).toBe('not checked')
  })
})

describe('the certificate', () => {
  const days = 24 * 60 * 60_000

  test('that browsers do not accept is a failure', async () => {
    const site = await tlsSite(dataDir, 90)
    open.push(site)
    expect(await certificateCheck(site.url).run()).toMatchObject({
      status: 'failed',
      found: expect.stringContaining('SELF_SIGNED'),
    })
    expect(await certificateCheck(site.url, { now: () => Date.now() + 91 * days }).run()).toMatchObject({
      status: 'failed',
      found: expect.stringContaining('expired'),
    })
  })

  test('that is accepted is well until two weeks before its end', async () => {
    const site = await tlsSite(dataDir, 90)
    open.push(site)
    const at = (day: number) =>
      certificateCheck(site.url, { now: () => Date.now() + day * days, ca: site.ca }).run()
    expect(await at(0)).toMatchObject({
      status: 'ok',
      found: expect.stringMatching(/89 more days|90 more days/),
    })
    expect(await at(80)).toMatchObject({ status: 'warning' })
  })

  test('is a failure where nobody listens, and is not checked for http', async () => {
    const nowhere = new URL(`https://localhost:${await deadPort()}`)
    expect(await certificateCheck(nowhere).run()).toMatchObject({ status: 'failed' })
    expect((await certificateCheck(new URL('http://localhost')).run()).status).toBe('not checked')
  })
})

test('a check that hangs fails within its time, one that throws fails with its reason, and the others go on', async () => {
  const results = await runChecks(
    [
      { name: 'hanging', run: () => new Promise(() => {}) },
      { name: 'throwing', run: () => Promise.reject(new TypeError('secret words')) },
      { name: 'good', run: async () => ({ status: 'ok', found: 'all' }) },
    ],
    20,
  )
  expect(results.map(({ status }) => status)).toEqual(['failed', 'failed', 'ok'])
  expect(isHealthy(results)).toBe(false)
  expect(asText(results)).toMatch(/^failed +hanging +no result within 0.02 seconds\n +Look at/)
  expect(asText(results)).toContain('2 failed, 1 ok\n')
  expect(asText(results)).not.toContain('secret words')
  expect(JSON.parse(asJson(results))).toMatchObject({ ok: false, checks: [{ name: 'hanging' }, {}, {}] })
})
