import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { importProcess, type RunImport } from 'api/company-data'
import { runApi } from 'api/run-api'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { environmentOf, examples, importHere, openImportWorld } from '../support/import-world'
import { testProgram } from '../support/test-programs'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const token = 'a-token-of-the-billing-with-32-characters'
const older = 'an-older-token-of-it-with-32-characters'
const program = testProgram('admin')

const head = 'id;account;day;amount'
/** Of each id another sum: the same one looks like the same payment. */
const sumOf = (id: string) => [...id].map((character) => character.codePointAt(0)).join('')
const table = (...ids: string[]) =>
  `${head}\n${ids.map((id) => `${id};200100017;2020-10-02;${sumOf(id)},00`).join('\n')}\n`

describeOnEachDatabase('the import over HTTP', (kind) => {
  const world = openForTests(() => openImportWorld(kind))
  let api: Awaited<ReturnType<typeof runApi>>
  let folder: string
  let runImport: RunImport
  let key = 0

  const open = async (more: object = {}) => {
    const { databaseUrl, dataDir } = world.fresh
    return runApi(
      {
        ...world.config,
        databaseUrl,
        dataDir,
        importTokens: [token, older],
        importMaxBytes: 20_000,
        ...more,
      },
      world.log,
      { logRequests: false, runImport: (order) => runImport(order) },
    )
  }

  beforeAll(async () => {
    await world.example('accounts', '--apply')
    folder = mkdtempSync(join(world.fresh.dataDir, 'watched-'))
    api = await open({ importDir: folder })
  })
  afterAll(async () => {
    await api.close()
  })
  beforeEach(() => {
    key += 1
    runImport = importHere(world)
  })
  const inProcessesOfTheirOwn = () => {
    runImport = importProcess(program(), environmentOf(world))
  }

  const post = async (path: string, body: string, headers: Record<string, string> = {}, on = api) => {
    const answer = await on.fetch(
      new Request(`http://api.test/imports/${path}`, {
        method: 'POST',
        body,
        headers: {
          authorization: `Bearer ${token}`,
          'idempotency-key': `key-${key}`,
          'content-type': 'text/csv',
          ...headers,
        },
      }),
    )
    const text = await answer.text()
    return { status: answer.status, text, body: text.startsWith('{') ? JSON.parse(text) : undefined }
  }
  const payments = async () => (await world.rows()).payments.length

  it('writes a table, and gives its report in JSON', async () => {
    inProcessesOfTheirOwn()
    const { status, body } = await post('payments', table('а1', 'а2'))
    expect(status).toBe(200)
    expect(body).toEqual({
      outcome: 'written',
      kind: 'payments',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      lines: 2,
      counts: { added: 2, changed: 0, same: 0, included: 0 },
      faults: 0,
      firstFaults: [],
      leftOut: 0,
      held: 0,
      firstHeld: [],
    })
    expect(await payments()).toBe(2)
    expect((await world.operatorLog()).at(-1)).toMatchObject({ operator: 'http', action: 'import payments' })
    expect(readdirSync(join(world.fresh.dataDir, 'imports'))).toEqual([])
  })

  it('gives the first report to a repeated request, and refuses another table under its key', async () => {
    const first = await post('payments', table('б1'), { authorization: `Bearer ${older}` })
    expect(await post('payments', table('б1'))).toEqual(first)
    expect(first.body.counts).toMatchObject({ added: 1, same: 0 })
    const other = await post('payments', table('б2'))
    expect(other.status).toBe(422)
    expect(other.body.message).toContain('С этим ключом уже загружен другой файл')
    expect((await post('balances', table('б1'))).status).toBe(422)
  })

  it('writes nothing of a table with bad lines, and says which', async () => {
    const before = await payments()
    const { status, body } = await post('payments', `${table('в1')}в2;200100017;2020-10-02;Орлова\n`)
    expect(status).toBe(422)
    expect(body).toMatchObject({
      outcome: 'refused',
      lines: 2,
      faults: 1,
      firstFaults: [{ line: 3, column: 'amount', reason: expect.stringMatching(/^«…» — не сумма/) }],
    })
    expect((await post('payments', 'nothing of it', { 'idempotency-key': 'another' })).body).toMatchObject({
      outcome: 'unusable',
    })
    expect(await payments()).toBe(before)
  })

  it('only checks with dry-run, which needs no key', async () => {
    const before = await payments()
    const answer = await api.fetch(
      new Request('http://api.test/imports/payments?dry-run=1', {
        method: 'POST',
        body: table('г1'),
        headers: { authorization: `Bearer ${token}` },
      }),
    )
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ outcome: 'checked', counts: { added: 1 } })
    expect(await payments()).toBe(before)
  })

  it('holds doubles until they are confirmed, and leaves out bad accounts with skip-bad', async () => {
    inProcessesOfTheirOwn()
    await post('payments', table('ж1'))
    const double = table('ж1').replace('ж1;', 'ж2;')
    const held = await post('payments', double, { 'idempotency-key': 'held' })
    expect(held.status).toBe(200)
    expect(held.body).toMatchObject({
      outcome: 'written',
      counts: { added: 0 },
      held: 1,
      firstHeld: [{ line: 2, column: 'id', reason: expect.stringContaining('платёж «…»') }],
    })
    expect((await post('payments?confirmed=1', double, { 'idempotency-key': 'held' })).status).toBe(422)
    const confirmed = await post('payments?confirmed=1', double, { 'idempotency-key': 'confirmed' })
    expect(confirmed.body).toMatchObject({ counts: { added: 1 }, held: 0 })
    const half = `${table('ж3')}ж4;200100018;2020-10-02;Орлова\n`
    expect((await post('payments?skip-bad=1', half, { 'idempotency-key': 'half' })).body).toMatchObject({
      outcome: 'written',
      counts: { added: 1 },
      faults: 1,
      leftOut: 1,
    })
  })

  it.each(['true', '0', '', 'yes', '1&dry-run=0'])(
    'writes nothing with dry-run=%s, which is none',
    async (value) => {
      const before = await payments()
      const { status, body } = await post(`payments?dry-run=${value}`, table('г2'))
      expect(status).toBe(422)
      expect(body.message).toContain('dry-run=1')
      expect(await payments()).toBe(before)
    },
  )

  it.each([
    ['a wrong token', 'payments', { authorization: `Bearer ${token}x` }, 401],
    ['no token', 'payments', { authorization: '' }, 401],
    ['an unknown table', 'customers', {}, 404],
    ['an invalid key', 'payments', { 'idempotency-key': 'a key' }, 422],
  ])('refuses %s', async (_, path, headers, status) => {
    expect((await post(path, table('д1'), headers)).status).toBe(status)
  })

  it('requires a key to write', async () => {
    const answer = await api.fetch(
      new Request('http://api.test/imports/payments', {
        method: 'POST',
        body: table('д2'),
        headers: { authorization: `Bearer ${token}` },
      }),
    )
    expect(answer.status).toBe(400)
  })

  it('refuses a table that is too large', async () => {
    const { status, body } = await post('payments', `${head}\n${'ж;200100017;2020-10-02;1\n'.repeat(2_000)}`)
    expect(status).toBe(413)
    expect(body.message).toMatch(/^Файл больше/)
  })

  it('refuses a second import while one runs', async () => {
    const { db } = world.database
    const now = new Date()
    await db
      .insertInto('import_runs')
      .values({
        id: 'of another process',
        source: 'folder',
        kind: 'accounts',
        state: 'running',
        started_at: now.toISOString(),
        leased_until: new Date(now.getTime() + 60_000).toISOString(),
      })
      .execute()
    expect((await post('payments', table('е1'))).status).toBe(409)
    await db
      .updateTable('import_runs')
      .set({ leased_until: '2020-01-01' })
      .where('state', '=', 'running')
      .execute()
    expect((await post('payments', table('е1'))).status).toBe(200)
  })

  it('takes a request again whose process has died', async () => {
    const body = table('ё1')
    await world.database.db
      .insertInto('import_runs')
      .values({
        id: 'of a process that has died',
        source: 'http',
        kind: 'payments',
        idempotency_key: `key-${key}`,
        request_sha256: createHash('sha256').update(body).digest('hex'),
        state: 'running',
        started_at: '2020-01-01T00:00:00.000Z',
        leased_until: '2020-01-01T00:01:00.000Z',
      })
      .execute()
    const answer = await post('payments', body)
    expect([answer.status, answer.body.outcome]).toEqual([200, 'written'])
    expect((await post('payments', body)).body).toEqual(answer.body)
  })

  it('leaves no table of a process that was killed for longer than a day', async () => {
    const left = (name: string, days: number) => {
      const path = join(world.fresh.dataDir, 'imports', `request-${name}`)
      mkdirSync(path, { recursive: true })
      writeFileSync(join(path, 'accounts.csv'), 'account;name\n200100017;Орлова\n')
      const then = new Date(Date.now() - days * 24 * 60 * 60_000)
      utimesSync(path, then, then)
      return path
    }
    const [old, young] = [left('before', 2), left('in-work', 0.5)]
    const restarted = await open()
    await vi.waitUntil(() => !existsSync(old))
    expect(existsSync(young)).toBe(true)

    const aged = left('of-yesterday', 2)
    expect((await post('payments', table('з1'), {}, restarted)).status).toBe(200)
    expect([existsSync(aged), existsSync(young)]).toEqual([false, true])
    await restarted.close()
    rmSync(young, { recursive: true })
  })

  it('is not there without a token', async () => {
    const closed = await open({ importTokens: [] })
    expect((await post('payments', table('ж1'), {}, closed)).status).toBe(404)
    await closed.close()
  })

  it('names the payees whose requisites change, and refuses another organisation under an id', async () => {
    const map = readFileSync(`${examples}/accounts.yaml`, 'utf8')
    const accounts = readFileSync(`${examples}/accounts.csv`, 'utf8')
    writeFileSync(join(folder, 'accounts.yaml'), map.replace('ТСЖ «Липовая аллея»', 'ТСН «Липовая»'))
    const changed = await post('accounts?dry-run=1', accounts)
    expect(changed.body).toMatchObject({
      outcome: 'checked',
      counts: { same: 3 },
      changedPayees: ['lipovaya-alleya'],
    })
    writeFileSync(join(folder, 'accounts.yaml'), map.replace('5099006417', '5099006424'))
    const refused = await post('accounts?dry-run=1', accounts)
    expect(refused.status).toBe(422)
    expect(refused.body).toEqual({
      outcome: 'unusable',
      kind: 'accounts',
      reason: 'columns, payee: под id «lipovaya-alleya» уже другая организация: дайте этой в payees свой id',
    })
  })

  it('reads the columns by the file in the import folder', async () => {
    copyFileSync(`${examples}/payments.yaml`, join(folder, 'payments.yaml'))
    const text = readFileSync(`${examples}/payments.csv`, 'utf8').replaceAll('.2026', '.2020')
    const { status, body } = await post('payments', text)
    expect(status).toBe(200)
    expect(body.counts).toMatchObject({ added: 2 })
  })
})
