import { expect, test } from 'vitest'
import { passRetryAfterOn } from './retry-after.server'

const passedOn = (retryAfter: string | null) => {
  const headers = new Headers()
  passRetryAfterOn(headers, retryAfter)
  return headers.get('Retry-After')
}

test.each([
  ['0', '0'],
  ['30', '30'],
  [' 30 ', '30'],
  ['Mon, 05 Oct 2026 09:05:00 GMT', 'Mon, 05 Oct 2026 09:05:00 GMT'],
  // What Date.parse skips.
  ['Mon, 05 Oct 2026 (<b>) 09:05:00 GMT', 'Mon, 05 Oct 2026 09:05:00 GMT'],
])('a wait that can be read is passed on: %j', (retryAfter, expected) => {
  expect(passedOn(retryAfter)).toBe(expected)
})

test.each([
  null,
  '',
  'soon',
  '-5',
  '1.5',
  '1e3',
  '1234567890',
  'Mon, soon GMT',
  'after Mon, 05 Oct 2026 09:05:00 GMT',
  'Mon, 05 Oct 2026 09:05:00 GMT+0300',
])('%j is not passed on', (retryAfter) => {
  expect(passedOn(retryAfter)).toBeNull()
})
