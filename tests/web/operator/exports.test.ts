import { addDays, DEFAULT_TIME_ZONE, today as dayOf } from 'format/dates'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../support/databases'
import { endedProcess } from '../support/server-process'

const today = dayOf(DEFAULT_TIME_ZONE, new Date())
const lastWeek = addDays(today, -7)

/** The commands that print a file, as a script runs them: it goes on by the exit code alone. */
describe('a command whose output is saved as a file', () => {
  let database: FreshDatabase

  beforeAll(async () => {
    database = await freshDatabase('sqlite')
  })
  afterAll(() => database.drop())

  const run = (words: string[], settings: Record<string, string> = {}) =>
    endedProcess('admin.js', { DATA_DIR: database.dataDir, NODE_ENV: 'test', ...settings }, words)

  test.each([
    [['customer-changes', '--from', lastWeek], /^\ufeff[^\n]+\r\n$/],
    [['payments-register', lastWeek], /^\ufeff[^\n]+\r\n$/],
    [['payments-register', lastWeek, '--format', '1c'], /^1CClientBankExchange\r\n/],
    [['readings-register', lastWeek], /^\ufeff[^\n]+\r\n$/],
    [['log'], /./],
    [['destruction-log'], /./],
  ])('ends with 0 where it has printed all of it: %j', async (words, file) => {
    expect(await run(words)).toMatchObject({ code: 0, stdout: expect.stringMatching(file) })
  })

  test.each([
    [['customer-changes', '--from', today, '--to', lastWeek], 2],
    [['payments-register', today], 1],
    [['payments-register', lastWeek, '--format', '1c', '--encoding', 'utf-8'], 2],
    [['readings-register', lastWeek, '--columns', 'colour'], 2],
    [['log', '--since', 'yesterday'], 2],
    [['destruction-log', '--since', 'yesterday'], 2],
  ])(
    'prints nothing into the file where it refuses, says why and ends with another code: %j',
    async (words, code) => {
      expect(await run(words)).toEqual({ code, stdout: '', stderr: expect.stringMatching(/\S/) })
    },
  )

  test('prints nothing and ends with 1 where the database is not to be reached', async () => {
    const nowhere = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' }
    const { code, stdout } = await run(['payments-register', lastWeek], nowhere)
    expect([code, stdout]).toEqual([1, ''])
  })
})
