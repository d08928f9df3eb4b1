import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { sqliteFileName } from 'api/db/sqlite'
import { sql } from 'kysely'
import { ConfigError } from 'process/settings'
import { expect, it } from 'vitest'
import { describeOn, describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { examples, openImportWorld } from '../support/import-world'
import { readingOperatorOf, why } from '../support/operator'

describeOnEachDatabase('a command whose database is busy', (kind) => {
  const world = openForTests(() => openImportWorld(kind))

  it('ends with a sentence, and does its work later', async () => {
    const impatient = readingOperatorOf({ ...world, config: { ...world.config, databaseTimeoutMs: 500 } })
    const importAccounts = () =>
      impatient(
        'import',
        'accounts',
        `${examples}/accounts.csv`,
        '--map',
        `${examples}/accounts.yaml`,
        '--apply',
      )
    const refused = await world.database.transaction(async (trx) => {
      // On SQLite the transaction alone keeps others from writing.
      if (kind === 'postgres') await sql`lock table register_accounts`.execute(trx)
      return importAccounts().catch((error: unknown) => error)
    })
    expect(refused).toBeInstanceOf(ConfigError)
    expect(String(refused)).toMatch(/another process may hold what the command needs.*DATABASE_TIMEOUT_MS/)
    expect(await importAccounts()).toContain('Записано')
  })
})

describeOn('postgres', 'a command without its database server', () => {
  const databaseUrl = 'postgres://nobody@127.0.0.1:1/portal'
  const complaint = new ConfigError(
    'DATABASE_URL: no connection to the database, nothing listens at that host and port (ECONNREFUSED)',
  )

  it('names the setting to correct', async () => {
    const world = await openImportWorld('postgres')
    const nowhere = { ...world.fresh, databaseUrl }
    await expect(readingOperatorOf({ ...world, fresh: nowhere })('find', 'орлова')).rejects.toThrow(complaint)
    await world.close()
  })

  it('names it after the mistakes of the content that is to be checked', async () => {
    const world = await openImportWorld('postgres')
    const contentDir = mkdtempSync(join(world.fresh.dataDir, 'content-'))
    const check = readingOperatorOf({
      ...world,
      config: { ...world.config, contentDir },
      fresh: { ...world.fresh, databaseUrl },
    })
    const refused = await check('check-content').catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ConfigError)
    const said = String(refused).split('\n')
    expect(said.at(0)).toContain('site.json: there is no such file')
    expect(said.at(-1)).toBe(complaint.message)
    await world.close()
  })

  it('names it when a database is to be copied there', async () => {
    const world = await openImportWorld('sqlite')
    const copy = readingOperatorOf({ ...world, fresh: { ...world.fresh, databaseUrl } })
    const from = join(world.fresh.dataDir, sqliteFileName)
    await expect(copy('copy-database', from, ...why)).rejects.toThrow(complaint)
    await world.close()
  })
})
