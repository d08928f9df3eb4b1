import { describe, expect, test } from 'vitest'
import { describeDevice, deviceCookie, newDeviceId, readDeviceId } from './device.server'

describe('the device cookie', () => {
  test('is known again', () => {
    const id = newDeviceId()
    const pair = deviceCookie(id, true).split(';')[0]
    expect(readDeviceId(pair)).toBe(id)
  })

  test('is random', () => {
    expect(newDeviceId()).not.toBe(newDeviceId())
  })

  test('lives a year, out of the scripts’ reach', () => {
    expect(deviceCookie('id', true).split('; ').slice(1).sort()).toEqual([
      'HttpOnly',
      'Max-Age=31536000',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ])
    expect(deviceCookie('id', false)).not.toContain('Secure')
  })

  test.each([
    null,
    undefined,
    '',
    'device=',
    'device=short',
    `device=${'x'.repeat(65)}`,
    'device=a%0d%0aX-Evil:%201aaaa',
    'other=1',
  ])('that the portal can’t have made is none: %j', (header) => {
    expect(readDeviceId(header)).toBeNull()
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

  test.each([null, undefined, ''])('is none for %j', (userAgent) => {
    expect(describeDevice(userAgent)).toBeNull()
  })

  test.each(['Злой\r\nбраузер', '\u0000', 'x'.repeat(5_000), 'Chrome/1 (Android ☃)'])(
    'is always fit for a header: %j',
    (userAgent) => {
      expect(describeDevice(userAgent) ?? '').toMatch(/^[ -~]{0,80}$/)
    },
  )
})
