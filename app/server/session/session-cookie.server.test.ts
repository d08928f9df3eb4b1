import { defaults, seal } from 'iron-webcrypto'
import { describe, expect, test, vi } from 'vitest'
import { createSessionCookie } from './session-cookie.server'
import { UpstreamCookies } from './upstream-cookies.server'

const OLD = 'the old secret, thirty-two characters'
const NEW = 'the new secret, thirty-two characters'

const signedIn = () => {
  const cookies = new UpstreamCookies()
  cookies.absorb(['sid=abc; Max-Age=3600', 'region=69'])
  return cookies
}

/** The `Cookie` pair that a browser sends back for a `Set-Cookie`. */
const pairOf = (setCookie: string) => setCookie.split(';')[0] ?? ''
const attributesOf = (setCookie: string) => setCookie.split('; ').slice(1).sort()

describe('the session cookie', () => {
  const session = createSessionCookie([NEW, OLD], true)

  test('is read back', async () => {
    const cookies = signedIn()
    const read = await session.read(pairOf(await session.write(cookies)))
    expect(read.list).toEqual(cookies.list)
    expect(read.changed).toBe(false)
  })

  test('does not reveal the upstream’s cookies', async () => {
    const setCookie = await session.write(signedIn())
    expect(setCookie).not.toMatch(/sid.{0,6}abc|region/) // Three letters may occur in sealed text by chance.
  })

  test('is different each time it is written', async () => {
    expect(await session.write(signedIn())).not.toBe(await session.write(signedIn()))
  })

  test('over https has the __Host- prefix and the attributes that it requires', async () => {
    const setCookie = await session.write(signedIn())
    expect(setCookie).toMatch(/^__Host-session=/)
    expect(attributesOf(setCookie)).toEqual([
      'HttpOnly',
      'Max-Age=7776000',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ])
  })

  test('over http has neither, as a browser would reject it', async () => {
    const setCookie = await createSessionCookie([NEW], false).write(signedIn())
    expect(setCookie).toMatch(/^session=/)
    expect(attributesOf(setCookie)).toEqual(['HttpOnly', 'Max-Age=7776000', 'Path=/', 'SameSite=Lax'])
  })

  test('is deleted when the session is empty', async () => {
    const setCookie = await session.write(new UpstreamCookies())
    expect(pairOf(setCookie)).toBe('__Host-session=')
    expect(attributesOf(setCookie)).toContain('Max-Age=0')
    expect(attributesOf(setCookie)).toContain('Path=/')
  })

  test('sealed with the previous secret still opens after a rotation', async () => {
    const before = await createSessionCookie([OLD], true).write(signedIn())
    expect((await session.read(pairOf(before))).header).toBe('sid=abc; region=69')
  })

  test('is sealed with the first secret of the list', async () => {
    const after = await session.write(signedIn())
    expect((await createSessionCookie([NEW], true).read(pairOf(after))).isEmpty).toBe(false)
    expect((await createSessionCookie([OLD], true).read(pairOf(after))).isEmpty).toBe(true)
  })

  test('sealed with a removed secret is an empty session', async () => {
    const before = await createSessionCookie([OLD], true).write(signedIn())
    expect((await createSessionCookie([NEW], true).read(pairOf(before))).isEmpty).toBe(true)
  })

  test.each([
    ['nothing', undefined],
    ['an empty header', ''],
    ['another cookie', 'device=1'],
    ['an empty value', '__Host-session='],
    ['nonsense', '__Host-session=nonsense'],
    ['a broken encoding', '__Host-session=%E0%A4%A'],
    ['the name without its prefix', 'session=Fe26.2*1'],
    ['a seal that names no secret', '__Host-session=Fe26.2*__proto__*a*b*c**d*e'],
  ])('of %s is an empty session', async (_, header) => {
    const cookies = await session.read(header)
    expect(cookies.isEmpty).toBe(true)
    expect(cookies.changed).toBe(false)
  })

  test('with any character changed is an empty session', async () => {
    const pair = pairOf(await session.write(signedIn()))
    const start = '__Host-session='.length
    for (let at = start; at < pair.length; at += 7) {
      const other = pair[at] === 'A' ? 'B' : 'A'
      const forged = pair.slice(0, at) + other + pair.slice(at + 1)
      const isEmpty = (await session.read(forged)).isEmpty
      // The last character of a base64 group may have unused bits.
      if (!isEmpty) expect((await session.read(forged)).list).toEqual(signedIn().list)
    }
  })

  test('is opened once for many requests, and remembered only while it is among the last two thousand', async () => {
    const opening = vi.spyOn(crypto.subtle, 'decrypt')
    const opened = async (pair: string) => {
      const before = opening.mock.calls.length
      expect((await session.read(pair)).isEmpty).toBe(false)
      return opening.mock.calls.length - before
    }
    const first = pairOf(await session.write(signedIn()))
    expect(await opened(first)).toBe(1)
    expect(await opened(first)).toBe(0)

    const written = await Promise.all(Array.from({ length: 2_000 }, () => session.write(signedIn())))
    const [last = '', oldest = '', ...others] = written.map(pairOf)
    await session.read(oldest)
    await Promise.all(others.map((other) => session.read(other)))
    // Asked for just now, it stays. The next one pushes out the one that was asked for longest ago.
    expect(await opened(first)).toBe(0)
    expect(await opened(last)).toBe(1)
    expect(await opened(oldest)).toBe(1)
    expect(await opened(first)).toBe(0)
  })

  test('with other content than cookies is an empty session', async () => {
    const { createHash } = await import('node:crypto')
    const id = createHash('sha256').update(NEW).digest('hex').slice(0, 8)
    for (const content of [{ user: 'admin' }, [['sid']], 'sid=abc', null]) {
      const value = await seal(content, { id, secret: NEW }, defaults)
      expect((await session.read(`__Host-session=${encodeURIComponent(value)}`)).isEmpty).toBe(true)
    }
  })
})
