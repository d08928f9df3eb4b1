import type { Database, Queries } from 'api/db/database'
import { readSetting, writeSetting } from 'api/db/settings.repository'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { describeOn } from '../../support/databases'
import { openMigratedDatabase } from '../support/migrated-database'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** Resolves when it was called twice. */
const meeting = () => {
  let arrived = 0
  let open = () => {}
  const both = new Promise<void>((resolve) => {
    open = resolve
  })
  return () => {
    arrived += 1
    if (arrived === 2) open()
    return both
  }
}

describeOn('postgres', 'of two transactions that get in each other’s way', () => {
  let opened: Awaited<ReturnType<typeof openMigratedDatabase>>

  beforeEach(async () => {
    opened = await openMigratedDatabase('postgres')
    for (const key of ['one', 'other']) await writeSetting(opened.database.db, key, '0')
  })
  afterEach(() => opened.close())

  const add = async (trx: Queries, key: string) => {
    const row = await trx
      .selectFrom('settings')
      .select('value')
      .where('key', '=', key)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await writeSetting(trx, key, String(Number(row.value) + 1))
  }

  const values = async () => [
    await readSetting(opened.database.db, 'one'),
    await readSetting(opened.database.db, 'other'),
  ]

  test('in a deadlock one is ended by the database, and its second try succeeds', async () => {
    const met = meeting()
    let tries = 0
    const addBoth = (database: Database, first: string, second: string) => {
      let isFirstTry = true
      return database.transaction(async (trx) => {
        tries += 1
        await add(trx, first)
        if (isFirstTry) await met()
        isFirstTry = false
        await add(trx, second)
      }, 'read committed')
    }
    await Promise.all([addBoth(opened.database, 'one', 'other'), addBoth(opened.other, 'other', 'one')])
    expect(await values()).toEqual(['2', '2'])
    expect(tries).toBe(3)
  })

  test('that read what the other writes, one is run again and sees what the other has written', async () => {
    const met = meeting()
    let tries = 0
    /** Without locks: each writes what the other has read. */
    const copyFrom = (database: Database, from: string, to: string) => {
      let isFirstTry = true
      return database.transaction(async (trx) => {
        tries += 1
        const read = Number(await readSetting(trx, from))
        if (isFirstTry) await met()
        isFirstTry = false
        await writeSetting(trx, to, String(read + 1))
      })
    }
    await Promise.all([copyFrom(opened.database, 'one', 'other'), copyFrom(opened.other, 'other', 'one')])
    // As if one had come after the other; both at once would have left 1 and 1.
    expect((await values()).toSorted()).toEqual(['1', '2'])
    expect(tries).toBe(3)
  })
})
