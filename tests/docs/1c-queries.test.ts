import { readFileSync } from 'node:fs'
import { importNames } from 'api/company-data'
import { accountsImport } from 'api/company-data/import/import-accounts'
import { balancesImport } from 'api/company-data/import/import-balances'
import { chargesImport, invoicesImport } from 'api/company-data/import/import-invoices'
import { metersImport } from 'api/company-data/import/import-meters'
import { paymentsImport } from 'api/company-data/import/import-payments'
import { expect, test } from 'vitest'

const page = 'docs/import/1c.md'
const fields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  accounts: accountsImport.fields,
  balances: balancesImport.fields,
  charges: chargesImport.fields,
  invoices: invoicesImport.fields,
  meters: metersImport.fields,
  payments: paymentsImport.fields,
}

/** The code below the heading of a table. */
const queryOf = (table: string) => {
  const [, section = ''] = readFileSync(page, 'utf8').split(`\n## ${table}\n`)
  return /```bsl\n(.*?)```/s.exec(section)?.[1] ?? ''
}

/** Columns of the file are named like the aliases of the query; those of temporary tables are Russian. */
const columnsOf = (query: string) => [...query.matchAll(/ КАК ([a-z\d_]+)/g)].map(([, alias = '']) => alias)

test.each(importNames)(
  'the query for %s has columns that the import knows, and all that it needs',
  (table) => {
    const columns = columnsOf(queryOf(table))
    const needed = Object.entries(fields[table] ?? {}).filter(([, need]) => need === 'required')
    expect(columns).toEqual(expect.arrayContaining(needed.map(([field]) => field)))
    expect(Object.keys(fields[table] ?? {})).toEqual(expect.arrayContaining(columns))
    expect(new Set(columns).size).toBe(columns.length)
  },
)

test.each(importNames)(
  'the query for %s orders by its columns, so that lines of an account follow each other',
  (table) => {
    const [, order = ''] = queryOf(table).split('УПОРЯДОЧИТЬ ПО')
    const names = order.split(',').map((name) => name.trim())
    expect(columnsOf(queryOf(table))).toEqual(expect.arrayContaining(names))
  },
)
