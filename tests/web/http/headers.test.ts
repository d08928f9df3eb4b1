import { describe, expect, test } from 'vitest'
import { printFigure, times } from '../../support/long-run'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { customer } from '../support/default-answers'
import type { Page } from '../support/page'
import { portalOfThisFile } from '../support/portal'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)
const secure = await portalOfThisFile(upstream, {
  env: {
    PUBLIC_URL: 'https://portal.example.test',
    TRUST_PROXY: '1',
    PAYMENT_ORIGINS: 'https://bank.example.test',
  },
})

const policyOf = (page: Page) =>
  Object.fromEntries(
    String(page.headers['content-security-policy'])
      .split(';')
      .map((directive) => directive.trim().split(' '))
      .map(([name, ...values]) => [name, values]),
  )
const nonceOf = (page: Page) => /'nonce-([^']+)'/.exec(String(page.headers['content-security-policy']))?.[1]

const signsIn = (cookie = 'sid=fresh') =>
  upstream.on('login', { body: { data: customer }, headers: { 'set-cookie': cookie } })
const pair = { email: 'anna@example.test', password: 'secret' }

describe('every response', () => {
  test.each([
    '/login',
    '/personal',
    '/login/',
    '/assets/nothing.js',
    '/health',
    '/health/ready',
    '/login.data',
    '/%E0%A4%A',
    '/favicon.svg',
  ])('of %s hides the server software and forbids type sniffing', async (path) => {
    const page = await portal.visitor().get(path)
    expect(page.headers).not.toHaveProperty('x-powered-by')
    expect(page.headers).not.toHaveProperty('server')
    expect(page.headers['x-content-type-options']).toBe('nosniff')
    expect(page.headers['x-frame-options']).toBe('DENY')
    expect(page.headers['referrer-policy']).toBe('same-origin')
    expect(page.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('of an error has the same policy', async () => {
    upstream.on('page', { status: 404, body: { message: 'Нет' } })
    for (const page of [
      await portal.visitor().get('/nowhere'),
      await portal.visitor().post('/login', {}, { origin: 'null', 'sec-fetch-site': 'cross-site' }),
    ])
      expect(policyOf(page)['script-src']).toEqual(["'self'", `'nonce-${nonceOf(page)}'`])
  })
})

describe('the content security policy', () => {
  test('allows nothing foreign, nothing inline, no frames and no base', async () => {
    const policy = policyOf(await portal.visitor().get('/login'))
    expect(policy['default-src']).toEqual(["'self'"])
    expect(policy['style-src']).toEqual(["'self'"])
    expect(policy['object-src']).toEqual(["'none'"])
    expect(policy['base-uri']).toEqual(["'none'"])
    expect(policy['frame-ancestors']).toEqual(["'none'"])
    expect(policy['form-action']).toEqual(["'self'", 'https://yoomoney.ru'])
    expect(Object.values(policy).flat()).not.toContain("'unsafe-inline'")
    expect(Object.values(policy).flat()).not.toContain("'unsafe-eval'")
  })

  test('names the bank as a form target', async () => {
    expect(policyOf(await secure.visitor().get('/login'))['form-action']).toEqual([
      "'self'",
      'https://bank.example.test',
    ])
  })

  test.each(['/login', '/about', '/registration'])('allows each script of %s by its nonce', async (path) => {
    const page = await portal.visitor().get(path)
    const scripts = page.all('script')
    expect(scripts.length).toBeGreaterThan(0)
    for (const script of scripts) expect(script.getAttribute('nonce')).toBe(nonceOf(page))
    expect(page.all('[style], [onclick], [onload], style')).toEqual([])
  })

  test('has a new nonce each time, in cached guest pages too', { timeout: 600_000 }, async () => {
    const visits = times(100, 10_000)
    const nonces = new Set<string>()
    const visitor = portal.visitor()
    for (let visit = 0; visit < visits; visit += 1) {
      const page = await visitor.ask(visit % 2 ? '/login' : '/forgot-password', { method: 'GET' })
      const nonce = nonceOf(page) ?? ''
      expect(Buffer.from(nonce, 'base64').length).toBe(16)
      expect(page.html).toContain(`nonce="${nonce}"`)
      for (const other of page.html.matchAll(/nonce="([^"]*)"/g)) expect(other[1]).toBe(nonce)
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(visits)
    printFigure(8, `${visits} responses, no nonce twice`)
  })
})

describe('cookies', () => {
  test('of a login over http are hidden from scripts', async () => {
    signsIn()
    const page = await portal.visitor().post('/login', pair)
    expect(page.setCookie('session')).toMatch(/; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(page.setCookie('device')).toMatch(
      /^device=[0-9a-f-]{36}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(page.setCookies).toHaveLength(2)
  })

  test('are not set on guest pages other than the login', async () => {
    for (const path of ['/', '/registration', '/about', '/personal', '/login/code'])
      expect((await portal.visitor().get(path)).setCookies, path).toEqual([])
  })

  test('of a device come with the login page, so that a form sent twice is of one device', async () => {
    signsIn()
    const visitor = portal.visitor()
    for (const isCached of [false, true]) {
      visitor.cookies.clear()
      upstream.forget()
      const page = await visitor.get('/login')
      expect(page.setCookie('device'), `${isCached}`).toMatch(/; Max-Age=31536000; Path=\/; HttpOnly/)
      expect(page.setCookies).toHaveLength(1)
      const device = visitor.cookies.get('device')
      // The second press sends the cookies of the page: the answer to the first has not come yet.
      const presses = [1, 2].map(() => {
        const browser = portal.visitor()
        browser.cookies.set('device', device ?? '')
        return browser.press(page, 'Войти', pair)
      })
      for (const answer of await Promise.all(presses)) expect(answer.setCookie('device')).toBeUndefined()
      expect(upstream.named('login').map(({ headers }) => headers['x-device-id'])).toEqual([device, device])
    }
  })

  test('of a device that has one are not renewed by the login page', async () => {
    const visitor = portal.visitor()
    await visitor.get('/login')
    expect((await visitor.get('/login')).setCookies).toEqual([])
    visitor.cookies.set('device', '00000000-0000-0000-0000-000000000000')
    expect((await visitor.get('/login')).setCookie('device')).toBeDefined()
  })

  test('of a device are kept between logins', async () => {
    signsIn()
    const visitor = portal.visitor()
    await visitor.post('/login', pair)
    const device = visitor.cookies.get('device')
    await visitor.post('/logout')
    const again = await visitor.post('/login', pair)
    expect(again.setCookie('device')).toBeUndefined()
    expect(upstream.named('login').map(({ headers }) => headers['x-device-id'])).toEqual([device, device])
  })

  test('of a device are set also after a wrong password', async () => {
    upstream.on('login', { status: 422, body: { message: 'Нет' } })
    const visitor = portal.visitor()
    await visitor.post('/login', pair)
    expect(visitor.cookies.get('device')).toBe(upstream.named('login')[0]?.headers['x-device-id'])
  })
})

describe('over https', () => {
  test('HSTS is sent', async () => {
    const page = await secure.visitor().get('/login')
    expect(page.headers['strict-transport-security']).toMatch(/^max-age=31536000$/)
    expect(policyOf(page)).toHaveProperty('upgrade-insecure-requests')
  })

  test('HSTS is not sent over http', async () => {
    const page = await portal.visitor().get('/login')
    expect(page.headers).not.toHaveProperty('strict-transport-security')
    expect(policyOf(page)).not.toHaveProperty('upgrade-insecure-requests')
  })
})

describe('caching', () => {
  test('of a guest page is private, with revalidation', async () => {
    expect((await portal.visitor().get('/about')).headers['cache-control']).toBe('private, no-cache')
  })

  test.each(['/login', '/registration', '/forgot-password', '/change-password/9f3c?code=1b2c'])(
    'of %s is off, because it may contain a password',
    async (path) => {
      expect((await portal.visitor().get(path)).headers['cache-control']).toBe('private, no-store')
      // The portal's own cache of guest pages follows the same rule.
      expect((await portal.visitor().get(path)).headers['cache-control']).toBe('private, no-store')
    },
  )

  test.each(['/about', '/personal', '/personal/profile'])('of a customer’s %s is off', async (path) => {
    const visitor = await portal.customer()
    expect((await visitor.get(path)).headers['cache-control']).toBe('private, no-store')
    expect((await visitor.data(path)).headers['cache-control']).toBe('private, no-store')
  })

  test('of assets lasts a year, because their names are hashed', async () => {
    const page = await portal.visitor().get('/login')
    const files = page.all('link[rel="modulepreload"], link[rel="stylesheet"]')
    for (const file of files) {
      const asset = await portal.visitor().get(file.getAttribute('href') ?? '')
      expect(asset.status).toBe(200)
      expect(asset.headers['cache-control']).toBe('public,max-age=31536000,immutable')
      expect(asset.setCookies).toEqual([])
    }
  })

  test.each(['br', 'gzip', 'identity'])('and compression (%s) give the same page', async (coding) => {
    const page = await portal.visitor().get('/about', { 'accept-encoding': coding })
    expect(page.h1).toBe('О компании')
    expect(page.headers['content-encoding']).toBe(coding === 'identity' ? undefined : coding)
    expect(page.headers.vary).toMatch(/Accept-Encoding/i)
  })
})

describe('a call of the product API', () => {
  test('has one request id per page request', async () => {
    const visitor = await portal.customer()
    const first = await visitor.get('/personal')
    const ids = new Set(upstream.visitorCalls.map(({ headers }) => headers['x-request-id']))
    expect([...ids]).toEqual([first.headers['x-request-id']])
    expect(upstream.visitorCalls.length).toBeGreaterThan(1)
    const second = await visitor.get('/personal')
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
  })

  const addressWith = async (at: typeof portal, forwarded: string | undefined) => {
    await (await at.customer()).get('/about', {
      'x-forwarded-for': forwarded,
      'x-client-ip': '6.6.6.6',
      forwarded: 'for=6.6.6.6',
    })
    const addresses = [...new Set(upstream.visitorCalls.map(({ headers }) => headers['x-forwarded-for']))]
    upstream.calls.length = 0
    return addresses
  }

  test('has the visitor’s address as reported by the one trusted proxy', async () => {
    expect(await addressWith(secure, '198.51.100.9, 203.0.113.7')).toEqual(['203.0.113.7'])
    expect(await addressWith(secure, '2001:db8::7')).toEqual(['2001:db8::7'])
  })

  test('has the visitor’s address without the port that some proxies add', async () => {
    expect(await addressWith(secure, '203.0.113.7:50123')).toEqual(['203.0.113.7'])
    expect(await addressWith(secure, '[2001:db8::7]:50123')).toEqual(['2001:db8::7'])
  })

  test('has the connection’s address when the proxy reports none', async () => {
    expect(await addressWith(secure, 'unknown')).toEqual(['127.0.0.1'])
  })

  test('has the connection’s address when no proxy is trusted', async () => {
    expect(await addressWith(portal, '203.0.113.7')).toEqual(['127.0.0.1'])
    expect(await addressWith(portal, undefined)).toEqual(['127.0.0.1'])
  })

  test('has the device at login, in words and as an id', async () => {
    signsIn()
    await portal.visitor().post('/login', pair)
    expect(upstream.named('login')[0]?.headers).toMatchObject({
      'x-device': 'Chrome, Android',
      'x-device-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  test('has an unknown device when the browser sends no User-Agent', async () => {
    signsIn()
    await portal.visitor('').post('/login', pair)
    expect(upstream.named('login')[0]?.headers).toMatchObject({ 'x-device': 'Unknown' })
  })

  test('has nothing else of the visitor’s: no own cookies, no User-Agent, no referer', async () => {
    const visitor = await portal.customer()
    visitor.cookies.set('analytics', 'tracking-id')
    await visitor.get('/personal', {
      referer: 'https://elsewhere.example.test/secret',
      authorization: 'Bearer x',
    })
    // The fake upstream refuses undeclared headers.
    for (const { headers } of upstream.visitorCalls) expect(headers.cookie).toBe('sid=abc')
  })
})
