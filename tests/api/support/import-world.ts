import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportName, RunImport } from 'api/company-data'
import { importResult } from 'api/company-data/import/import-result'
import { FaultsFound } from 'cli/command'
import { accountsAnswer } from 'contract/accounts'
import { invoiceAnswer } from 'contract/invoices'
import { historyAnswer } from 'contract/payments'
import iconv from 'iconv-lite'
import type { DatabaseKind } from '../../support/databases'
import { type Browser, openApiWorld, type WorldOptions } from './api-world'
import { readingOperatorOf } from './operator'

/** A moment after all dates in the example files of docs/import. */
export const importDay = new Date('2026-10-06T09:00:00.000Z')

export const examples = 'docs/import'

/** The `payees` of a YAML map; accounts refer to this one as `tsj`. */
export const onePayee = `
payees:
  - id: tsj
    name: ТСЖ «Липовая аллея»
    inn: 5099006417
    bank: Банк
    bic: 044599871
    correspondent_account: 30101810800000000871
    settlement_account: 40703810320000005317
`

/** An API without accounts, and the commands of an operator over its database. */
export const openImportWorld = async (kind: DatabaseKind, options?: WorldOptions) => {
  const world = await openApiWorld(kind, options)
  world.pass(importDay.getTime() - world.now().getTime())
  const folder = mkdtempSync(join(world.fresh.dataDir, 'files-'))
  const operator = readingOperatorOf(world)
  const run = (...options: string[]) => operator('import', ...options)

  return {
    ...world,
    /** Runs the import command with these options. */
    run,
    /** Runs any command. */
    operator,
    /** Writes a file and returns its path. */
    write(name: string, text: string, encoding = 'utf-8') {
      const path = join(folder, name)
      writeFileSync(path, iconv.encode(text, encoding))
      return path
    },
    /** Imports an example of docs/import. */
    example: (name: ImportName, ...more: string[]) =>
      run(name, `${examples}/${name}.csv`, '--map', `${examples}/${name}.yaml`, ...more),
    /** The rows of the tables that an import writes to. */
    async rows() {
      const { db } = world.database
      const [payees, accounts, invoices, payments, sums, ledger, balances] = await Promise.all([
        db.selectFrom('payees').selectAll().orderBy('id').execute(),
        db.selectFrom('register_accounts').selectAll().orderBy('account').execute(),
        db.selectFrom('invoices').selectAll().orderBy('id').execute(),
        db.selectFrom('payments').selectAll().orderBy('id').execute(),
        db.selectFrom('payment_daily_sums').selectAll().orderBy('account').orderBy('day').execute(),
        db.selectFrom('ledger_entries').selectAll().orderBy('id').execute(),
        db.selectFrom('account_balances').selectAll().orderBy('account').execute(),
      ])
      return { payees, accounts, invoices, payments, sums, ledger, balances }
    },
    /** The rows of the operator log about finished commands. */
    operatorLog: () =>
      world.database.db
        .selectFrom('operator_log')
        .selectAll()
        .where('stage', '=', 'done')
        .orderBy('at')
        .execute(),
  }
}

export type ImportWorld = Awaited<ReturnType<typeof openImportWorld>>

/** Returns why an import failed, or its report if lines are bad. */
export const complaintOf = async (run: Promise<string>): Promise<string> => {
  const error: unknown = await run.then(
    () => new Error('nothing was wrong'),
    (thrown: unknown) => thrown,
  )
  if (error instanceof FaultsFound) return error.report
  if (error instanceof Error) return error.message
  throw error
}

/** Runs an import as `importProcess` does, but in this process: to start one takes longer than to import a few lines. */
export const importHere =
  ({ run }: Pick<ImportWorld, 'run'>): RunImport =>
  async ({ kind, path, mapPath, switches: { apply, skipBad, confirmed }, by }) => {
    const options = [
      ...(mapPath === undefined ? [] : ['--map', mapPath]),
      ...(apply ? ['--apply', '--as', by] : []),
      ...(skipBad ? ['--skip-bad'] : []),
      ...(confirmed ? ['--confirmed'] : []),
    ]
    const printed = await run(kind, path, ...options, '--json').catch((error: unknown) => {
      if (error instanceof FaultsFound) return error.report
      throw error
    })
    return { result: importResult.parse(JSON.parse(printed)) }
  }

/** A table of accounts with one payee, which needs no map. */
export const accountsTable = (accounts: readonly string[]) =>
  [
    'account;address;payer;payee_name;payee_inn;payee_bank;payee_bic;payee_correspondent_account;payee_settlement_account',
    ...accounts.map(
      (account) =>
        `${account};ул. Садовая;Орлова;ТСЖ;5099006417;Банк;044599871;30101810800000000871;40703810320000005317`,
    ),
  ].join('\n')

/** The settings of the world's API, for other processes. */
export const environmentOf = ({ env, fresh: { databaseUrl, dataDir } }: ImportWorld) => ({
  ...process.env,
  ...env,
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
})

/** The calls by which a customer sees their accounts. */
export const viewOf = (browser: Browser) => ({
  accounts: async () => accountsAnswer.parse((await browser.get('/api/v1/personal/')).body).data,
  invoice: async (account: string, period?: string) =>
    invoiceAnswer.parse((await browser.post(`/api/v1/personal/invoice/${account}`, { period })).body),
  history: async (account: string) =>
    historyAnswer.parse((await browser.get(`/api/v1/personal/history/${account}`)).body),
  add: (account: string, proof: string) => browser.post('/api/v1/personal/add-account/', { account, proof }),
})
