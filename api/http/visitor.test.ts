import { expect, it } from 'vitest'
import { addressBehind } from './visitor'

const asked = (forwarded: string | null) => ({
  method: 'POST',
  url: 'http://api.test/webhooks/yookassa',
  headers: { get: (name: string) => (name === 'x-forwarded-for' ? forwarded : null) },
  body: null,
})

it.each([
  ['without a proxy', 0, '203.0.113.1', '192.0.2.1', '192.0.2.1'],
  ['behind one proxy', 1, '203.0.113.1', '127.0.0.1', '203.0.113.1'],
  [
    'behind one proxy, with a forged address before it',
    1,
    '198.51.100.9, 203.0.113.1',
    '127.0.0.1',
    '203.0.113.1',
  ],
  ['behind two proxies', 2, '198.51.100.9, 203.0.113.1, 10.0.0.2', '127.0.0.1', '203.0.113.1'],
  ['behind a proxy that adds the port', 1, '203.0.113.1:50001', '127.0.0.1', '203.0.113.1'],
  ['with an IPv6 address behind a proxy that adds the port', 1, '[2001:db8::1]:443', '::1', '2001:db8::1'],
  ['behind two proxies that add ports', 2, '203.0.113.1:50001, 10.0.0.2:80', '127.0.0.1', '203.0.113.1'],
  ['behind a proxy that tells nothing', 1, null, '127.0.0.1', '127.0.0.1'],
  ['behind a proxy that tells nonsense', 1, 'unknown', '127.0.0.1', '127.0.0.1'],
  ['through the portal in the same process', 2, '203.0.113.1', undefined, '203.0.113.1'],
  ['from nowhere', 1, null, undefined, null],
])('the address of somebody %s', (_, proxies, forwarded, connection, address) => {
  expect(addressBehind(proxies, asked(forwarded), connection)).toBe(address)
})
