import { describe, expect, test } from 'vitest'
import { createDeviceIds, describeDevice } from './device.server'

const [present, former] = ['present '.repeat(5), 'former '.repeat(5)]
const ids = createDeviceIds([present], true)
const pairOf = (id: string) => ids.write(id).split(';')[0]

describe('the device cookie', () => {
  test('is read back', () => {
    const id = ids.create()
    expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(ids.read(pairOf(id))).toBe(id)
  })

  test('is random', () => {
    expect(new Set(Array.from({ length: 1_000 }, () => ids.create())).size).toBe(1_000)
  })

  test('is valid as long as its secret is listed', () => {
    const old = createDeviceIds([former], true).create()
    expect(createDeviceIds([present, former], true).read(pairOf(old))).toBe(old)
    expect(ids.read(pairOf(old))).toBeNull()
  })

  test("can't be forged: changing any character makes it invalid", () => {
    const id = ids.create()
    for (let at = 0; at < id.length; at += 1) {
      if (id[at] === '-') continue
      const forged = id.slice(0, at) + (id[at] === '0' ? '1' : '0') + id.slice(at + 1)
      expect(ids.read(pairOf(forged))).toBeNull()
    }
  })

  test('lasts a year and is hidden from scripts', () => {
    expect(ids.write('id').split('; ').slice(1).sort()).toEqual([
      'HttpOnly',
      'Max-Age=31536000',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ])
  })

  test.each([
    null,
    undefined,
    '',
    '__Host-device=',
    '__Host-device=short',
    `__Host-device=${'x'.repeat(65)}`,
    '__Host-device=a%0d%0aX-Evil:%201aaaa',
    'other=1',
    '__Host-device=3c6ce7a0-2b0f-4b6f-8f43-6a2f6b3f3a10',
  ])('with another value is invalid: %j', (header) => {
    expect(ids.read(header)).toBeNull()
  })
})

describe('the device in words', () => {
  test.each([
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
      'Chrome, Android',
    ],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox, Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari, iOS',
    ],
  ])('of %s', (userAgent, words) => {
    expect(describeDevice(userAgent)).toBe(words)
  })

  test.each([null, undefined, ''])('is null for %j', (userAgent) => {
    expect(describeDevice(userAgent)).toBeNull()
  })

  test.each(['Злой\r\nбраузер', '\u0000', 'x'.repeat(5_000), 'Chrome/1 (Android ☃)'])(
    'is always a valid header value: %j',
    (userAgent) => {
      expect(describeDevice(userAgent) ?? '').toMatch(/^[ -~]{0,80}$/)
    },
  )
})
