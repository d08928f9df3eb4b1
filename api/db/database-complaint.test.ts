import { expect, test } from 'vitest'
import { databaseComplaint, openingComplaint } from './database-errors'

const failed = (message: string, code?: string) => Object.assign(new Error(message), code && { code })

test.each([
  ['SQLITE_BUSY', 'database is locked', /another process may hold .+ larger DATABASE_TIMEOUT_MS/],
  [
    '57014',
    'canceling statement due to statement timeout',
    /another process may hold .+ DATABASE_TIMEOUT_MS/,
  ],
  [undefined, 'Query read timeout', /[(]Query read timeout[)]: another process may hold/],
  [
    'SQLITE_FULL',
    'database or disk is full',
    /^The database could not do it [(]SQLITE_FULL[)]: database or disk is full$/,
  ],
  ['53300', 'sorry, too many clients already', /[(]53300[)]: sorry, too many clients already$/],
])('%s, %s: tells the operator what to do', (code, message, complaint) => {
  expect(databaseComplaint(failed(message, code), 'postgres://db/portal')).toMatch(complaint)
})

test('a connection that failed names its setting, of PostgreSQL alone', () => {
  const missing = failed('database "portal" does not exist', '3D000')
  expect(databaseComplaint(missing, 'postgres://db/portal')).toBe(
    'DATABASE_URL: no connection to the database, the server has no database of this name (3D000)',
  )
  expect(databaseComplaint(missing, undefined)).toBeUndefined()
})

test.each(['SQLITE_NOTADB', 'SQLITE_CORRUPT', 'SQLITE_CORRUPT_INDEX'])(
  'a damaged file is named, with what to do: %s',
  (code) => {
    const damage = failed('file is not a database', code)
    for (const complaint of [openingComplaint(damage, undefined), databaseComplaint(damage, undefined)])
      expect(complaint).toMatch(/^DATA_DIR: portal[.]sqlite there is damaged .+ restore a backup/)
    // Then it is another file, such as one to copy from.
    expect(databaseComplaint(damage, 'postgres://db/portal')).toBeUndefined()
  },
)

test('a fault of the program has no complaint', () => {
  expect(databaseComplaint(failed('syntax error', '42601'), 'postgres://db/portal')).toBeUndefined()
  expect(databaseComplaint('no error', 'postgres://db/portal')).toBeUndefined()
})
