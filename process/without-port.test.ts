import { expect, test } from 'vitest'
import { withoutPort } from './without-port'

test.each([
  ['203.0.113.1', '203.0.113.1'],
  ['203.0.113.1:50001', '203.0.113.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:50001', '2001:db8::1'],
  ['::ffff:203.0.113.1', '203.0.113.1'],
  ['[::ffff:203.0.113.1]:50001', '203.0.113.1'],
  ['unknown', 'unknown'],
  ['', ''],
])('the address in %j is %j', (reported, address) => {
  expect(withoutPort(reported)).toBe(address)
})
