import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSessionCookie } from './session-cookie.server'
import { UpstreamCookies } from './upstream-cookies.server'

const NOW = Date.parse('2026-10-05T09:00:00Z')

const having = (...setCookies: string[]) => {
  const cookies = new UpstreamCookies([], NOW)
  expect(cookies.absorb(setCookies, NOW)).toBe(true)
  return cookies
}

describe('the cookies of the product API', () => {
  test('are empty at first, and nothing is sent', () => {
    const cookies = new UpstreamCookies()
    expect(cookies.isEmpty).toBe(true)
    expect(cookies.header).toBeNull()
    expect(cookies.changed).toBe(false)
  })

  test('are sent back with name and value only', () => {
    const cookies = having(
      'sid=abc; Path=/; HttpOnly; Secure; SameSite=Lax',
      'region=69; Domain=example.test',
    )
    expect(cookies.header).toBe('sid=abc; region=69')
    expect(cookies.changed).toBe(true)
  })

  test.each(['%D1%8F%20', '"quoted"', 'a=b=c', 'a+b', 'eyJ.x.y=='])(
    'keep the value %s unchanged',
    (value) => {
      expect(having(`sid=${value}; Path=/`).header).toBe(`sid=${value}`)
    },
  )

  test('are replaced by name; the others stay', () => {
    const cookies = having('sid=old', 'region=69')
    cookies.absorb(['sid=new'], NOW)
    expect(cookies.header).toBe('sid=new; region=69')
  })

  test.each([
    'sid=; Max-Age=0',
    'sid=x; Max-Age=-1',
    'sid=x; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    'sid=x; Max-Age=0; Expires=Fri, 01 Jan 2100 00:00:00 GMT',
  ])('are removed when the API deletes them: %s', (deletion) => {
    const cookies = having('sid=abc', 'region=69')
    expect(cookies.absorb([deletion], NOW)).toBe(true)
    expect(cookies.header).toBe('region=69')
  })

  test.each([
    'sid=abc; Max-Age=60',
    'sid=abc; Expires=Mon, 05 Oct 2026 09:01:00 GMT',
    'sid=abc; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    'sid=abc; Max-Age=soon',
    'sid=abc; Expires=soon',
    'sid=abc; Expires=0',
    'sid=abc; Expires=-1',
  ])('expire when the API says: %s', (setCookie) => {
    expect(having(setCookie).header).toBe('sid=abc')
  })

  test('are not sent after they expire, and the browser’s copy is then out of date', () => {
    const { list } = having('sid=abc; Max-Age=60', 'region=69')
    expect(new UpstreamCookies(list, NOW + 59_000).header).toBe('sid=abc; region=69')
    const later = new UpstreamCookies(list, NOW + 60_000)
    expect(later.header).toBe('region=69')
    expect(later.changed).toBe(true)
  })

  test('need not be written again when nothing changed', () => {
    const cookies = new UpstreamCookies(having('sid=abc').list, NOW)
    expect(cookies.absorb([], NOW)).toBe(true)
    expect(cookies.changed).toBe(false)
  })

  test('can be cleared', () => {
    const cookies = new UpstreamCookies(having('sid=abc').list, NOW)
    cookies.clear()
    expect(cookies.isEmpty).toBe(true)
    expect(cookies.changed).toBe(true)
  })

  test.each(['=value', 'value', '', ';', '; Path=/'])('without a name are ignored: %j', (nameless) => {
    expect(having('sid=abc', nameless).header).toBe('sid=abc')
  })

  test('over 2.5 KB in all are rejected, and the previous ones stay', () => {
    const cookies = having('sid=abc')
    expect(cookies.absorb([`token=${'x'.repeat(2_600)}`], NOW)).toBe(false)
    expect(cookies.header).toBe('sid=abc')
    expect(
      cookies.absorb(
        ['a'.repeat(1_400), 'b'.repeat(1_400)].map((value, at) => `t${at}=${value}`),
        NOW,
      ),
    ).toBe(false)
  })

  test('of just 2.5 KB are kept', () => {
    const rest = 2_560 - 'sid=abc; token='.length
    expect(having('sid=abc', `token=${'x'.repeat(rest)}`).header).toHaveLength(2_560)
    expect(having('sid=abc').absorb([`token=${'x'.repeat(rest + 1)}`], NOW)).toBe(false)
  })

  test('that are accepted always fit a browser’s cookie', { timeout: 60_000 }, async () => {
    const session = createSessionCookie(['a secret of more than thirty-two characters'], true)
    const name = fc.stringMatching(/^[a-z]{1,8}$/)
    const value = fc.oneof(
      fc.stringMatching(/^[ -!#-+\--:<-~]{0,40}$/),
      fc.nat(2_600).map((length) => '"'.repeat(length)),
      fc.nat(2_600).map((length) => 'x'.repeat(length)),
    )
    const many = fc.array(fc.tuple(name, value, fc.boolean()), { minLength: 1, maxLength: 200 })
    await fc.assert(
      fc.asyncProperty(many, async (given) => {
        const cookies = new UpstreamCookies()
        const lines = given.map(
          ([name, value, lasting]) => `${name}=${value}${lasting ? '; Max-Age=999' : ''}`,
        )
        for (const line of lines) cookies.absorb([line])
        const [pair = ''] = (await session.write(cookies)).split(';')
        expect(pair.length).toBeLessThanOrEqual(4_096)
      }),
      { numRuns: 200 },
    )
  })
})
