import { describe, expect, it } from 'vitest'
import { isUnavailable } from './database-errors'

const failure = (code: string | undefined, message = 'what went wrong') =>
  Object.assign(new Error(message), code === undefined ? {} : { code })

describe('a database that can not be used at present', () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', '08006', '53300', '57P01', '57014', '25P03'])('says %s', (code) => {
    expect(isUnavailable(failure(code))).toBe(true)
  })

  it.each(['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_CANTOPEN'])(
    'says %s',
    (code) => {
      expect(isUnavailable(failure(code))).toBe(true)
    },
  )

  it.each([
    'Query read timeout',
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
  ])('says "%s" without a code', (message) => {
    expect(isUnavailable(failure(undefined, message))).toBe(true)
  })

  it.each(['23505', '40001', '42P01', '22003', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_ERROR'])(
    'does not say %s, which is about the query',
    (code) => {
      expect(isUnavailable(failure(code))).toBe(false)
    },
  )

  it('is not told from a mistake of ours', () => {
    expect(isUnavailable(new TypeError('x is undefined'))).toBe(false)
    expect(isUnavailable('Query read timeout')).toBe(false)
  })
})
