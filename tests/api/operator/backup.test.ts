import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'api/db/database'
import { appendAllToLedger } from 'api/ledger/ledger.repository'
import { toKopecks } from 'contract/money'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  describeOn,
  describeOnEachDatabase,
  type FreshDatabase,
  freshDatabase,
} from '../../support/databases'
import { times } from '../../support/long-run'
import { openForTests } from '../../support/open-for-tests'
import { openApiWorld } from '../support/api-world'
import { addToRegister, customerWith } from '../support/billing-register'
import { readingOperatorOf, why } from '../support/operator'
import type { PayingOrder } from '../support/paying-order'
import { mirCard } from '../support/payments-world'
import { emptyPlace, reading } from '../support/places'
import { testProgram } from '../support/test-programs'

vi.setConfig({ testTimeout: times(120_000, 3_600_000) })

const rounds = times(3, 50)
const amount = 5_000
const oldEntries = 5_000
const program = testProgram('paying-process')

/** Every row of the ledger as text, by its id. */
const ledgerOf = async ({ db }: Pick<Database, 'db'>) => {
  const rows = await db.selectFrom('ledger_entries').selectAll().orderBy('id').execute()
  return new Map(rows.map((row) => [row.id, JSON.stringify(row)]))
}

/** Balances by account, as they are kept and as the ledger adds up. */
const balancesOf = async ({ db }: Pick<Database, 'db'>) => {
  const kept = await db
    .selectFrom('account_balances')
    .select(['account', 'balance'])
    .orderBy('account')
    .execute()
  const counted = await db
    .selectFrom('ledger_entries')
    .select(['account', (eb) => eb.fn.sum<number>('amount').as('balance')])
    .groupBy('account')
    .orderBy('account')
    .execute()
  return { kept, counted }
}

describeOnEachDatabase('a backup', (kind) => {
  const world = openForTests(() => openApiWorld(kind, { bankApart: true }))
  let folder: string
  const payers: ChildProcess[] = []

  beforeAll(async () => {
    folder = join(world.fresh.dataDir, 'backups')
    mkdirSync(folder)
    const { db } = world.database
    const account = await addToRegister(db)
    await appendAllToLedger(
      db,
      Array.from({ length: oldEntries }, (_, place) => ({
        account,
        kind: 'charge' as const,
        amount: toKopecks(place),
        at: '2026-01-01T00:00:00.000Z',
      })),
    )
  })
  afterEach(() => {
    for (const payer of payers.splice(0)) payer.kill('SIGKILL')
  })

  const backup = (file: string) => readingOperatorOf(world)('backup', file)
  const restore = (file: string, place: FreshDatabase) =>
    readingOperatorOf({ ...world, fresh: place })('restore', file, ...why)

  /** A process that pays again and again. */
  const startPayer = async () => {
    const { db } = world.database
    const account = await addToRegister(db)
    const { id: userId } = await customerWith(world, account)
    const card = { id: randomUUID(), number: mirCard, expires: '2030-12', later_charges: 'paid' as const }
    await world.bank.db.insertInto('sandbox_cards').values(card).execute()
    const methodId = randomUUID()
    await db
      .insertInto('payment_methods')
      .values({
        id: methodId,
        user_id: userId,
        gateway: 'sandbox',
        shop: 'sandbox',
        gateway_method_id: card.id,
        kind: 'card',
        title: 'Мир',
        created_at: world.now().toISOString(),
      })
      .execute()
    const { dataDir, databaseUrl } = world.fresh
    const order: PayingOrder = {
      dataDir,
      databaseUrl,
      now: world.now().toISOString(),
      userId,
      account,
      methodId,
      amount,
      // More than a round takes.
      runs: Array.from({ length: 5_000 }, (_, number) => `${account}-${number}`),
      atOnce: 2,
      dieAt: null,
    }
    const payer = fork(program(), [JSON.stringify(order)], { stdio: 'inherit' })
    payers.push(payer)
    return payer
  }

  /** Resolves when each payer has paid once more. */
  const nextCharges = () =>
    Promise.all(
      payers.map(
        (payer) =>
          new Promise<void>((resolve) => {
            const told = (message: unknown) => {
              if (message !== 'charged') return
              payer.off('message', told)
              resolve()
            }
            payer.on('message', told)
          }),
      ),
    )

  test(`under payments is the ledger of one moment, ${rounds} times of ${rounds}`, async () => {
    for (let round = 1; round <= rounds; round += 1) {
      await Promise.all([startPayer(), startPayer()])
      await nextCharges()
      const file = join(folder, `round-${round}`)
      const before = await ledgerOf(world.database)
      await backup(file)
      // Both payers went on: nothing has stopped them.
      await nextCharges()
      for (const payer of payers.splice(0)) payer.kill('SIGKILL')
      const after = await ledgerOf(world.database)
      expect(after.size).toBeGreaterThan(before.size)

      const place = await freshDatabase(kind)
      await restore(file, place)
      await reading(place, async (restored) => {
        const ledger = await ledgerOf(restored)
        // Row by row: all that was committed before, and nothing that was not committed after.
        for (const [id, row] of before) expect(ledger.get(id)).toBe(row)
        for (const [id, row] of ledger) expect(after.get(id)).toBe(row)
        // No half of a transaction: each paid payment has its entry, each entry its payment, each balance is the sum.
        const { kept, counted } = await balancesOf(restored)
        expect(kept).toEqual(counted)
        const paid = await restored.db
          .selectFrom('payments')
          .select('id')
          .where('status', '=', 'succeeded')
          .orderBy('id')
          .execute()
        const entered = await restored.db
          .selectFrom('ledger_entries')
          .select('payment_id as id')
          .where('payment_id', 'is not', null)
          .orderBy('payment_id')
          .execute()
        expect(paid).toEqual(entered)
      })
      await place.drop()
    }
  })

  test('is a file and its manifest, which nobody else can read, and an entry in the operator log', async () => {
    const file = join(folder, 'whole')
    expect(await backup(file)).toContain(file)
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([])
    for (const path of [file, `${file}.json`]) expect(statSync(path).mode & 0o777).toBe(0o600)
    const manifest = JSON.parse(readFileSync(`${file}.json`, 'utf8'))
    expect(manifest).toMatchObject({
      format: 1,
      database: kind,
      madeAt: world.now().toISOString(),
      bytes: statSync(file).size,
    })
    expect(manifest.ledger.rows).toBe((await ledgerOf(world.database)).size)
    await expect(backup(file)).rejects.toThrow('is there already')

    const place = await emptyPlace(kind)
    expect(await restore(file, place)).toContain('Restored')
    const log = await reading(place, ({ db }) => db.selectFrom('operator_log').selectAll().execute())
    expect(log.map(({ action, stage }) => [action, stage])).toContainEqual(['restore', 'done'])
    const made = await world.database.db
      .selectFrom('operator_log')
      .select(['stage', 'counts'])
      .where('action', '=', 'backup')
      .where('stage', '=', 'done')
      .execute()
    expect(made.at(-1)?.counts).toContain(`"ledgerEntries":${manifest.ledger.rows}`)
  })

  describe('is not restored', () => {
    let file: string
    let manifest: object

    beforeAll(async () => {
      file = join(folder, 'good')
      await backup(file)
      manifest = JSON.parse(readFileSync(`${file}.json`, 'utf8'))
    })
    /** The good backup with another manifest. */
    const withManifest = (name: string, changes: object) => {
      const copy = join(folder, name)
      writeFileSync(copy, readFileSync(file))
      writeFileSync(`${copy}.json`, JSON.stringify({ ...manifest, ...changes }))
      return copy
    }

    test('into a database that is not empty', async () => {
      const before = await ledgerOf(world.database)
      await expect(restore(file, world.fresh)).rejects.toThrow(/not empty|is there: stop the server/)
      expect(await ledgerOf(world.database)).toEqual(before)
    })

    test('when a byte of it has changed', async () => {
      const damaged = withManifest('damaged', {})
      appendFileSync(damaged, ' ')
      await expect(restore(damaged, await emptyPlace(kind))).rejects.toThrow('damaged')
    })

    test('without its manifest', async () => {
      const alone = join(folder, 'alone')
      writeFileSync(alone, readFileSync(file))
      await expect(restore(alone, await emptyPlace(kind))).rejects.toThrow('alone.json')
      writeFileSync(`${alone}.json`, '{}')
      await expect(restore(alone, await emptyPlace(kind))).rejects.toThrow('no manifest')
    })

    test('when it is of a newer portal or of another kind of database', async () => {
      const place = await emptyPlace(kind)
      const newer = withManifest('newer', { migrations: ['9999-of-tomorrow'], portal: '9.0.0' })
      await expect(restore(newer, place)).rejects.toThrow('portal 9.0.0, restore it with that version')
      const other = withManifest('other', { database: kind === 'sqlite' ? 'postgres' : 'sqlite' })
      await expect(restore(other, place)).rejects.toThrow('DATABASE_URL')
    })

    test('quietly when its ledger is not that of its manifest', async () => {
      const ledger = { rows: 1, sum: 1, sha256: '0' }
      await expect(restore(withManifest('lie', { ledger }), await emptyPlace(kind))).rejects.toThrow(
        /differs from the manifest in ledger$/,
      )
    })
  })

  test('is not made of a database that another version of the portal has last run over', async () => {
    const place = await emptyPlace(kind)
    await expect(
      readingOperatorOf({ ...world, fresh: place })('backup', join(folder, 'of-nothing')),
    ).rejects.toThrow('no database of this version')
    expect(readdirSync(place.dataDir)).toEqual([])
  })
})

describeOn('postgres', 'the programs of PostgreSQL', () => {
  const world = openForTests(() => openApiWorld('postgres'))
  let programs: string
  let file: string

  beforeAll(async () => {
    programs = join(world.fresh.dataDir, 'programs')
    mkdirSync(programs)
    file = join(world.fresh.dataDir, 'backup')
  })

  const backup = () => readingOperatorOf(world)('backup', file)
  /** Stands for pg_dump, and has nothing else beside it. */
  const pretend = (script: string) => {
    writeFileSync(join(programs, 'pg_dump'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    vi.stubEnv('PATH', programs)
  }

  test('are asked for by name where they are missing', async () => {
    vi.stubEnv('PATH', join(programs, 'nowhere'))
    await expect(backup()).rejects.toThrow(/^pg_dump is not there: install the client programs/)
  })

  test('must not be older than the server', async () => {
    pretend('echo "pg_dump (PostgreSQL) 9.6.24"')
    await expect(backup()).rejects.toThrow(/^pg_dump is of PostgreSQL 9, and the database of \d+/)
  })

  test('get no password among their arguments, and what they complain of is told', async () => {
    const seen = join(programs, 'arguments')
    pretend(`case "$1" in --version) echo "pg_dump (PostgreSQL) 99.1"; exit;; esac
echo "$@" > ${seen}; echo "no $PGPASSWORD here" | /usr/bin/wc -c >> ${seen}; echo "could not dump" >&2; exit 1`)
    await expect(backup()).rejects.toThrow('pg_dump has failed: could not dump')
    const password = new URL(world.fresh.databaseUrl ?? '').password
    const [words, length] = readFileSync(seen, 'utf8').split('\n')
    expect(words).toContain('--snapshot=')
    expect(words).not.toContain(password)
    expect(Number(length)).toBe(`no ${password} here\n`.length)
    expect(readdirSync(world.fresh.dataDir).filter((name) => /^[.]portal-|^backup/.test(name))).toEqual([])
  })

  test('are not told what only pg understands of the address', async () => {
    const seen = join(programs, 'address')
    pretend(`case "$1" in --version) echo "pg_dump (PostgreSQL) 99.1"; exit;; esac
echo "$@" > ${seen}; exit 1`)
    const databaseUrl = `${world.fresh.databaseUrl}?uselibpqcompat=true&sslmode=disable`
    const compatible = { ...world, fresh: { ...world.fresh, databaseUrl } }
    await expect(readingOperatorOf(compatible)('backup', file)).rejects.toThrow('pg_dump has failed')
    expect(readFileSync(seen, 'utf8')).toMatch(/[?]sslmode=disable$/m)
  })

  test('get no password that is an option of the address', async () => {
    const seen = join(programs, 'arguments')
    pretend(`case "$1" in --version) echo "pg_dump (PostgreSQL) 99.1"; exit;; esac
echo "$@ $PGPASSWORD" > ${seen}; exit 1`)
    const url = new URL(world.fresh.databaseUrl ?? '')
    const { password } = url
    url.password = ''
    url.searchParams.set('password', password)
    const byOption = { ...world, fresh: { ...world.fresh, databaseUrl: url.href } }
    await expect(readingOperatorOf(byOption)('backup', file)).rejects.toThrow('pg_dump has failed')
    const words = readFileSync(seen, 'utf8').trim().split(' ')
    expect(words.filter((word) => word.includes(password))).toEqual([password])
  })
})
