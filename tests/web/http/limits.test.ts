import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { customer } from '../support/default-answers'
import { portalOfThisFile } from '../support/portal'
import { screens } from '../support/screens'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)
const own = portal.publicUrl.origin
const KIB = 1024

describe('a form over 64 KiB', () => {
  const long = 'x'.repeat(65 * KIB)

  test('is rejected with 413 before any page handles it', async () => {
    const answer = await portal.visitor().post('/login', { email: 'anna@example.test', password: long })
    expect(answer).toBeErrorScreen(413)
    expect(upstream.visitorCalls).toEqual([])
  })

  test.each(['/login.data', '/login?_data=routes%2Fauth%2Flogin', '/logout'])(
    'is rejected at %s',
    async (path) => {
      const visitor = await portal.customer()
      const answer = await visitor.post(path, { email: 'anna@example.test', password: long })
      expect(answer.status).toBe(413)
      expect(upstream.visitorCalls.filter(({ method }) => method !== 'GET')).toEqual([])
    },
  )

  test('is rejected when it has no length and never ends', async () => {
    const { hostname, port } = portal.server
    const headers = { origin: own, 'sec-fetch-site': 'same-origin', 'transfer-encoding': 'chunked' }
    const outgoing = request({ hostname, port, path: '/login', method: 'POST', headers, agent: false })
    outgoing.on('error', () => {})
    const pour = () => {
      while (!outgoing.destroyed && outgoing.write(long));
    }
    outgoing.on('drain', pour)
    pour()
    const [answer] = await once(outgoing, 'response')
    expect(answer.statusCode).toBe(413)
    outgoing.destroy()
  })
})

describe('a POST over 64 KiB to a page without a form', () => {
  const long = 'x'.repeat(65 * KIB)

  test.each([
    ['a page without a form', '/about'],
    ['a resource', '/personal/history.csv'],
    ['the styleguide', '/styleguide.data'],
    ['an address that there is not', '/personal/unknown'],
    ['an asset', '/assets/unknown.js'],
    ['an address that spells nothing', '/%E0%A4%A'],
  ])('is 413: %s', async (_, path) => {
    expect((await portal.visitor().post(path, { a: long })).status).toBe(413)
  })

  test('is 403 when another site sends it', async () => {
    const foreign = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    for (const path of ['/login', '/about', '/personal/unknown'])
      expect((await portal.visitor().post(path, { a: long }, foreign)).status, path).toBe(403)
  })

  test('is 413 without a length', async () => {
    const headers = { 'content-length': undefined, 'transfer-encoding': 'chunked' }
    expect((await portal.visitor().post('/about', { a: long }, headers)).status).toBe(413)
    expect((await portal.visitor().post('/login', { a: long }, headers)).status).toBe(413)
  })

  test('is 413 when it is compressed', async () => {
    const answer = await portal.visitor().post('/login', { a: long }, { 'content-encoding': 'gzip' })
    expect(answer.status).toBe(413)
  })
})

describe('a form just under 64 KiB', () => {
  test('is accepted', async () => {
    const email = `${'x'.repeat(63 * KIB)}@example.test`
    const answer = await portal.visitor().post('/login', { email, password: 'p' })
    expect(answer.status).toBe(400)
    expect(answer.field('email').errors).toHaveLength(1)
  })
})

test('a compressed form is rejected with 415, however small it is', async () => {
  const answer = await portal.visitor().post('/login', { email: 'a' }, { 'content-encoding': 'gzip' })
  expect(answer).toBeErrorScreen(415)
  expect(upstream.visitorCalls).toEqual([])
})

describe('a form in another encoding', () => {
  const signIn = async (contentType: string | undefined, body: string) => {
    upstream.on('login', { body: { data: customer }, headers: { 'set-cookie': 'sid=1' } })
    return portal.visitor().ask('/login', {
      method: 'POST',
      headers: { origin: own, 'sec-fetch-site': 'same-origin', 'content-type': contentType },
      body,
    })
  }
  const part = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

  test('is accepted as multipart', async () => {
    const body = `${part('email', 'anna@example.test')}${part('password', 'сорок две птицы')}--b--\r\n`
    expect(await signIn('multipart/form-data; boundary=b', body)).toHaveRedirect('/personal', 303)
    expect(upstream.named('login').map((call) => call.body)).toEqual([
      { email: 'anna@example.test', password: 'сорок две птицы' },
    ])
  })

  test.each([
    ['application/json', '{"email":"anna@example.test","password":"p"}'],
    ['multipart/form-data', 'no boundary'],
    ['multipart/form-data; boundary=b', '--b\r\nbroken'],
    [undefined, 'email'],
    ['application/x-www-form-urlencoded', '%E0%A4%A=%&&&==&email[]=1&email.x=2&__proto__=3&constructor=4'],
    ['application/x-www-form-urlencoded', ''],
  ])('(%s) counts as empty and does not crash', async (contentType, body) => {
    const answer = await signIn(contentType, body)
    expect(answer.status).toBe(400)
    expect(answer.h1).toBe('Вход')
    expect(upstream.named('login')).toEqual([])
  })

  test('with a file in a text field is rejected at that field', async () => {
    const file = '--b\r\nContent-Disposition: form-data; name="email"; filename="a.txt"\r\n\r\nfile\r\n'
    const answer = await signIn('multipart/form-data; boundary=b', `${file}${part('password', 'p')}--b--\r\n`)
    expect(answer.status).toBe(400)
    expect(answer.h1).toBe('Вход')
  })
})

const strict = await portalOfThisFile(upstream, { env: { POST_LIMIT: '3', TRUST_PROXY: '1' } })

describe('too many forms from one address', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const tryToSignIn = (address: string, email = 'anna@example.test') =>
    strict.visitor().post('/login', { email, password: 'wrong' }, from(address))

  test('are answered with 429, and what was typed stays', async () => {
    upstream.on('login', { status: 422, body: { message: 'Неверная почта или пароль' } })
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect((await tryToSignIn('203.0.113.1')).status).toBe(400)
    const answer = await tryToSignIn('203.0.113.1')
    expect(answer.status).toBe(429)
    expect(answer.h1).toBe('Вход')
    expect(answer.field('email').value).toBe('anna@example.test')
    expect(answer.html).not.toContain('wrong')
    expect(answer.errorSummary.join()).toMatch(/Слишком много попыток.* Попробуйте снова через/)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(upstream.named('login')).toHaveLength(3)
  })

  test('block neither reading pages nor other addresses', async () => {
    upstream.on('login', { status: 422, body: { message: 'Неверная почта или пароль' } })
    for (let attempt = 0; attempt < 4; attempt += 1) await tryToSignIn('203.0.113.2')
    expect((await strict.visitor().get('/login', from('203.0.113.2'))).status).toBe(200)
    expect((await tryToSignIn('203.0.113.3')).status).toBe(400)
  })

  test('count together whatever port the proxy adds to their address', async () => {
    upstream.on('login', { status: 422, body: { message: 'Неверная почта или пароль' } })
    const statuses: number[] = []
    for (let port = 50_001; port <= 50_004; port += 1)
      statuses.push((await tryToSignIn(`203.0.113.9:${port}`)).status)
    expect(statuses).toEqual([400, 400, 400, 429])
  })

  test('count together however their addresses are forged', async () => {
    upstream.on('login', { status: 422, body: { message: 'Неверная почта или пароль' } })
    const statuses: number[] = []
    for (let attempt = 0; attempt < 4; attempt += 1)
      statuses.push((await tryToSignIn(`10.0.0.${attempt}, 203.0.113.4`)).status)
    expect(statuses).toEqual([400, 400, 400, 429])
  })

  test('count per browser: a known one may post when new ones have used up their shared limit', async () => {
    upstream.on('login', { status: 422, body: { message: 'Неверная почта или пароль' } })
    const address = '203.0.113.20'
    const neighbour = strict.visitor()
    neighbour.address = address
    const signIn = async () =>
      (await neighbour.post('/login', { email: 'anna@example.test', password: 'wrong' })).status
    expect(await signIn()).toBe(400)
    for (let attempt = 0; attempt < 2; attempt += 1) expect((await tryToSignIn(address)).status).toBe(400)
    expect((await tryToSignIn(address)).status).toBe(429)
    expect([await signIn(), await signIn(), await signIn()]).toEqual([400, 400, 429])
  })

  test('count together when the browser’s cookie is forged', async () => {
    upstream.on('login', { status: 422, body: { message: 'Неверная почта или пароль' } })
    const statuses: number[] = []
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const forger = strict.visitor()
      forger.cookies.set('device', randomUUID())
      const typed = { email: 'anna@example.test', password: 'wrong' }
      statuses.push((await forger.post('/login', typed, from('203.0.113.21'))).status)
    }
    expect(statuses).toEqual([400, 400, 400, 429, 429])
  })

  test('are limited per address, however many browsers it has', async () => {
    upstream.on('login', { status: 422, body: { message: 'Неверная почта или пароль' } })
    const browsers = await Promise.all(
      Array.from({ length: 25 }, async (_, i) => {
        const browser = strict.visitor()
        await browser.post('/login', {}, from(`198.51.100.${i}`))
        return browser
      }),
    )
    const statuses: number[] = []
    for (const browser of browsers)
      for (let attempt = 0; attempt < 3; attempt += 1)
        statuses.push((await browser.post('/forgot-password', {}, from('203.0.113.22'))).status)
    // Two more for each browser's three, and no more than twenty times three for the address.
    expect(statuses.filter((status) => status === 400)).toHaveLength(50)

    const others = await Promise.all(
      Array.from({ length: 25 }, async (_, i) => {
        const browser = strict.visitor()
        await browser.post('/login', {}, from(`198.51.101.${i}`))
        return browser
      }),
    )
    const more: number[] = []
    for (const browser of others)
      more.push((await browser.post('/forgot-password', {}, from('203.0.113.22'))).status)
    expect(more.filter((status) => status === 400)).toHaveLength(10)
    expect(more.filter((status) => status === 429)).toHaveLength(15)
  })

  test('count together whichever form it is', async () => {
    const visitor = strict.visitor()
    for (const path of ['/login', '/registration', '/forgot-password'])
      await visitor.post(path, {}, from('203.0.113.5'))
    const typed = { email: 'anna@example.test' }
    expect((await visitor.post('/forgot-password', typed, from('203.0.113.5'))).status).toBe(429)
    expect(upstream.named('forgotPassword')).toEqual([])
  })

  test('are reported before any error of the form', async () => {
    const visitor = strict.visitor()
    for (let attempt = 0; attempt < 3; attempt += 1) await visitor.post('/login', {}, from('203.0.113.8'))
    const answer = await visitor.post('/forgot-password', { email: 'bad' }, from('203.0.113.8'))
    expect(answer.status).toBe(429)
    expect(answer.errorSummary.join()).toMatch(/Слишком много попыток.* Попробуйте снова через/)
    expect(answer.field('email').value).toBe('bad')
  })

  test('still allow signing out', async () => {
    const visitor = await strict.customer()
    for (let attempt = 0; attempt < 4; attempt += 1)
      await visitor.post(screens.profile.path, {}, from('203.0.113.6'))
    expect(await visitor.post('/logout', {}, from('203.0.113.6'))).toHaveRedirect('/', 303)
  })
})

describe('an X-Forwarded-For header', () => {
  const warnings = (log: Record<string, unknown>[]) =>
    log.filter(({ msg }) => String(msg).includes('TRUST_PROXY'))

  test('is warned about once when no proxy is expected, without its value', async () => {
    const direct = await portalOfThisFile(upstream)
    await direct.visitor().get('/login')
    expect(warnings(direct.log)).toEqual([])
    for (let i = 0; i < 3; i += 1) await direct.visitor().get('/login', { 'x-forwarded-for': '203.0.113.30' })
    expect(warnings(direct.log)).toHaveLength(1)
    expect(JSON.stringify(direct.log)).not.toContain('203.0.113.30')
  })

  test('is fine behind a proxy', async () => {
    const behind = await portalOfThisFile(upstream, { env: { TRUST_PROXY: '1' } })
    await behind.visitor().get('/login', { 'x-forwarded-for': '203.0.113.30' })
    expect(warnings(behind.log)).toEqual([])
  })
})

describe('a method that no page supports', () => {
  test.each(['PUT', 'DELETE', 'OPTIONS', 'PROPFIND'])('%s is answered with 405', async (method) => {
    for (const path of [
      '/login',
      '/about',
      '/logout',
      '/login.data',
      '/builds/latest.json',
      '/favicon.svg',
    ]) {
      const answer = await portal.visitor().ask(path, { method })
      expect(answer.status, path).toBe(405)
      expect(answer.headers.allow).toMatch(/^GET, HEAD/)
    }
  })

  test('POST to a page without a form is answered with 405, and its address is not logged', async () => {
    portal.log.length = 0
    const answer = await portal.visitor().post('/about/anna@example.test', { a: 'b' })
    expect(answer).toBeErrorScreen(405)
    expect(JSON.stringify(portal.log)).not.toContain('anna@example.test')
  })
})
