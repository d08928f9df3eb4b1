import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printFigure, times } from '../../../tests/support/long-run'
import { requestTarget } from './request-line.server'

test.each([
  ['/', '/'],
  ['/login', '/login'],
  ['/login?', '/login'],
  ['/login?redirectTo=%2Fpersonal&x=a+b%20c&empty&=&я', '/login?redirectTo=%2Fpersonal&x=a+b%20c&empty&=&я'],
  ['/about/../login', '/login'],
  ['/about/%2e%2E/login', '/login'],
  ['/../../etc', '/etc'],
  ['/\\evil.test/', '//evil.test/'],
  ['//evil.test/a', '//evil.test/a'],
  ['/%E0%A4%A', '/%E0%A4%A'],
  ['/a%2Fb', '/a%2Fb'],
  ['http://evil.test/login?a=b', '/login?a=b'],
  ['https://evil.test', '/'],
  ['*', '/*'],
  ['http://[', '/http%3A%2F%2F%5B'],
  ['javascript:alert(1)', '/javascript%3Aalert(1)'],
  ['/login?_data=routes%2Fauth%2Flogin', '/login'],
  ['/login?a=1&_data=root&b=2', '/login?a=1&b=2'],
  ['/login?%5Fdata=root&_dat%61', '/login'],
  ['/login?_database=1', '/login?_database=1'],
])('%s is read as %s', (asked, target) => {
  expect(requestTarget(asked)).toBe(target)
})

const TARGETS = times(20_000, 50_000)

test('is always a path, and the same when it is read again', { timeout: 60_000 }, () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2e',
    '%2f',
    '%',
    '?',
    '&',
    '_data=',
    'http:',
    '//',
    'a',
    '*',
    '@',
    ':',
    ';',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const target = requestTarget(pieces.join(''))
      expect(target).toMatch(/^\//)
      expect(requestTarget(target)).toBe(target)
      const read = new URL(`http://portal${target}`)
      expect(read.host).toBe('portal')
      expect(target.split('?')[0]).toBe(read.pathname)
      expect(read.searchParams.has('_data')).toBe(false)
    }),
    { numRuns: TARGETS },
  )
  printFigure(11, `${TARGETS} request targets: 0 escapes`)
})
