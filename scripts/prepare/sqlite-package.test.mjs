import { createRequire } from 'node:module'
import { openSqlite } from 'api/db/sqlite-driver'
import { expect, test } from 'vitest'
import { SQLITE_PACKAGE } from './sqlite-package.mjs'

test('the API opens SQLite with the package that is prepared for this Node', async () => {
  const file = await openSqlite(':memory:')
  expect(file.constructor).toBe(createRequire(import.meta.url)(SQLITE_PACKAGE))
  file.close()
})
