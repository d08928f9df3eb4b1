import { existsSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { databases, describeOnEachDatabase, freshDatabase } from './databases'

async function query(connectionString: string | undefined, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('SQLite is always tested', () => {
  expect(databases).toContain('sqlite')
})

describeOnEachDatabase('a fresh database', (kind) => {
  test('has a folder of its own, removed by drop', async () => {
    const one = await freshDatabase(kind)
    const other = await freshDatabase(kind)
    expect(one.dataDir).not.toBe(other.dataDir)
    await one.drop()
    expect(existsSync(one.dataDir)).toBe(false)
    expect(existsSync(other.dataDir)).toBe(true)
    await other.drop()
  })

  if (kind === 'postgres')
    test('shares no table with another database', async () => {
      const one = await freshDatabase(kind)
      const other = await freshDatabase(kind)
      await query(one.databaseUrl, 'create table accounts (id text)')
      expect(await query(one.databaseUrl, "select to_regclass('accounts') as found")).toEqual([
        { found: 'accounts' },
      ])
      expect(await query(other.databaseUrl, "select to_regclass('accounts') as found")).toEqual([
        { found: null },
      ])
      await one.drop()
      await other.drop()
    })
})
