import { afterEach, describe, expect, test, vi } from 'vitest'
import { createSecondStepCookie } from './sealed-cookie.server'
import { createSealing } from './sealing.server'

const OLD = 'the old secret, thirty-two characters'
const NEW = 'the new secret, thirty-two characters'

/** What a browser sends back for a `Set-Cookie`. */
const pairOf = (setCookie: string) => setCookie.split(';')[0] ?? ''
const attributesOf = (setCookie: string) => setCookie.split('; ').slice(1).sort()

afterEach(() => void vi.useRealTimers())

describe('the cookie of a login that waits for its code', () => {
  const cookie = createSecondStepCookie([NEW, OLD], true)

  test('brings the token back, and shows nothing of it', async () => {
    const setCookie = await cookie.write({ token: 'token-of-the-login' })
    expect(setCookie).not.toContain('token-of-the-login')
    expect(await cookie.read(pairOf(setCookie))).toEqual({ token: 'token-of-the-login' })
  })

  test('over https has the __Host- name and every attribute that goes with it', async () => {
    const setCookie = await cookie.write({ token: 'token' })
    expect(setCookie).toMatch(/^__Host-second-step=/)
    expect(attributesOf(setCookie)).toEqual(['HttpOnly', 'Max-Age=600', 'Path=/', 'SameSite=Lax', 'Secure'])
  })

  test('over http does without what a browser would refuse there', async () => {
    const setCookie = await createSecondStepCookie([NEW], false).write({ token: 'token' })
    expect(setCookie).toMatch(/^second-step=/)
    expect(attributesOf(setCookie)).toEqual(['HttpOnly', 'Max-Age=600', 'Path=/', 'SameSite=Lax'])
  })

  test('is taken away where it was set', () => {
    expect(pairOf(cookie.clear())).toBe('__Host-second-step=')
    expect(attributesOf(cookie.clear())).toEqual([
      'HttpOnly',
      'Max-Age=0',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ])
  })

  test('is opened with a retired secret, but not with an unknown one', async () => {
    const old = pairOf(await createSecondStepCookie([OLD], true).write({ token: 'token' }))
    expect(await cookie.read(old)).toEqual({ token: 'token' })
    expect(await createSecondStepCookie([NEW], true).read(old)).toBeNull()
  })

  test('holds for ten minutes, also where a browser keeps it for longer', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const pair = pairOf(await cookie.write({ token: 'token' }))
    vi.advanceTimersByTime(599_000)
    expect(await cookie.read(pair)).toEqual({ token: 'token' })
    vi.advanceTimersByTime(2_000)
    expect(await cookie.read(pair)).toBeNull()
  })

  test.each([undefined, null, '', 'other=1', '__Host-second-step=', '__Host-second-step=Fe26.2*forged'])(
    'is none in %j',
    async (header) => {
      expect(await cookie.read(header)).toBeNull()
    },
  )

  test.each([[], { token: '' }, { token: 5 }, 'token', null])(
    'is none when %j was sealed for something else',
    async (value) => {
      const sealed = await createSealing([NEW], { ttlMs: 60_000 }).seal(value)
      expect(await cookie.read(`__Host-second-step=${sealed}`)).toBeNull()
    },
  )
})
