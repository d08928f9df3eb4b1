import { defaults, seal } from 'iron-webcrypto'
import { describe, expect, test } from 'vitest'
import { createSessionCookie } from './session-cookie.server'
import { UpstreamCookies } from './upstream-cookies.server'

const OLD = 'the old secret, thirty-two characters'
const NEW = 'the new secret, thirty-two characters'

const signedIn = () => {
  const cookies = new UpstreamCookies()
  cookies.absorb(['sid=abc; Max-Age=3600', 'region=69'])
  return cookies
}

/** What a browser sends back for a `Set-Cookie`. */
const pairOf = (setCookie: string) => setCookie.split(';')[0] ?? ''
const attributesOf = (setCookie: string) => setCookie.split('; ').slice(1).sort()

describe('the session cookie', () => {
  const session = createSessionCookie([NEW, OLD], true)

  test('brings back what it was given', async () => {
    const cookies = signedIn()
    const read = await session.read(pairOf(await session.write(cookies)))
    expect(read.list).toEqual(cookies.list)
    expect(read.changed).toBe(false)
  })

  test('shows nothing of the upstream’s cookies', async () => {
    const setCookie = await session.write(signedIn())
    expect(setCookie).not.toMatch(/sid.{0,6}abc|region/) // three letters alone turn up in what is sealed
  })

  test('is another one each time it is written', async () => {
    expect(await session.write(signedIn())).not.toBe(await session.write(signedIn()))
  })

  test('over https has the __Host- name and every attribute that goes with it', async () => {
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

  test('over http does without what a browser would refuse there', async () => {
    const setCookie = await createSessionCookie([NEW], false).write(signedIn())
    expect(setCookie).toMatch(/^session=/)
    expect(attributesOf(setCookie)).toEqual(['HttpOnly', 'Max-Age=7776000', 'Path=/', 'SameSite=Lax'])
  })

  test('is taken away when there is nothing left to keep', async () => {
    const setCookie = await session.write(new UpstreamCookies())
    expect(pairOf(setCookie)).toBe('__Host-session=')
    expect(attributesOf(setCookie)).toContain('Max-Age=0')
    expect(attributesOf(setCookie)).toContain('Path=/')
  })

  test('sealed by the former secret still opens after a rotation', async () => {
    const before = await createSessionCookie([OLD], true).write(signedIn())
    expect((await session.read(pairOf(before))).header).toBe('sid=abc; region=69')
  })

  test('is sealed by the first secret of the list', async () => {
    const after = await session.write(signedIn())
    expect((await createSessionCookie([NEW], true).read(pairOf(after))).isEmpty).toBe(false)
    expect((await createSessionCookie([OLD], true).read(pairOf(after))).isEmpty).toBe(true)
  })

  test('sealed by a retired secret is an empty session', async () => {
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

  test('that anybody touched is an empty session, whichever character it was', async () => {
    const pair = pairOf(await session.write(signedIn()))
    const start = '__Host-session='.length
    for (let at = start; at < pair.length; at += 7) {
      const other = pair[at] === 'A' ? 'B' : 'A'
      const forged = pair.slice(0, at) + other + pair.slice(at + 1)
      const isEmpty = (await session.read(forged)).isEmpty
      // The last character of a base64 group may hold bits that mean nothing.
      if (!isEmpty) expect((await session.read(forged)).list).toEqual(signedIn().list)
    }
  })

  test('with another content than cookies is an empty session', async () => {
    const { createHash } = await import('node:crypto')
    const id = createHash('sha256').update(NEW).digest('hex').slice(0, 8)
    for (const content of [{ user: 'admin' }, [['sid']], 'sid=abc', null]) {
      const value = await seal(content, { id, secret: NEW }, defaults)
      expect((await session.read(`__Host-session=${encodeURIComponent(value)}`)).isEmpty).toBe(true)
    }
  })
})
