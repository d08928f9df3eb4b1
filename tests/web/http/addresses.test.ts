import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { createRemoteTransport } from '~/api-client/remote-transport.server'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { isAtLeast } from '../support/log-levels'
import { portalOfThisFile, startPortal, TEST_SECRET } from '../support/portal'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)
const own = portal.publicUrl.origin
const withoutUrl = createRemoteTransport(upstream.url)
/** A portal with an embedded product API, for which `upstream` stands. */
const beside = await startPortal(withoutUrl, { env: { SESSION_SECRET: TEST_SECRET } })
afterAll(async () => {
  await beside.close()
  await withoutUrl.close()
})

/** The response to a raw request line, which an HTTP client would not send. */
const raw = async (line: string) => {
  const socket = connect(Number(portal.server.port), portal.server.hostname)
  socket.write(`${line} HTTP/1.1\r\nHost: ${portal.publicUrl.host}\r\nConnection: close\r\n\r\n`)
  let text = ''
  socket.setEncoding('latin1').on('data', (piece) => {
    text += piece
  })
  await once(socket, 'close')
  const location = /^location: (.*)\r$/im.exec(text)?.[1]
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), location, text }
}

describe('a trailing slash', () => {
  test.each([
    ['/about/team/', '/about/team'],
    ['/personal//', '/personal'],
    ['/login/?redirectTo=%2Fpersonal%2F', '/login?redirectTo=%2Fpersonal%2F'],
    ['/%D0%BE-%D0%BD%D0%B0%D1%81/', '/%D0%BE-%D0%BD%D0%B0%D1%81'],
    ['/nowhere/', '/nowhere'],
  ])('of %s is removed by a permanent redirect before anything else', async (path, location) => {
    expect(await portal.visitor().get(path)).toHaveRedirect(location, 301)
    expect(await portal.visitor().ask(path, { method: 'HEAD' })).toHaveRedirect(location, 301)
    expect(upstream.visitorCalls).toEqual([])
  })

  test('of a form’s address loses nothing that was typed', async () => {
    const answer = await portal.visitor().post('/login/', { email: 'anna@example.test', password: '' })
    expect(answer.status).toBe(400)
    expect(answer.field('email').value).toBe('anna@example.test')
  })

  test.each([
    '//evil.test/',
    '/\\evil.test/',
    '/%5Cevil.test/',
    '/%2Fevil.test/',
    '/%2e%2e//evil.test/',
    '/https://evil.test/',
  ])('of %s never leads to another site', async (path) => {
    const { status, location } = await raw(`GET ${path}`)
    expect([301, 302, 404]).toContain(status)
    if (location !== undefined) {
      expect(new URL(location, `${own}${path.replace(/^\/+/, '/')}`).origin).toBe(own)
      expect(new URL(location, own).origin).toBe(own)
    }
  })
})

describe('an unusual address', () => {
  test.each([
    '/%E0%A4%A',
    '/%zz/a',
    '/about%00.html',
    '/..%2f..%2fetc%2fpasswd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/about/%2e%2e/login%2f',
    '/%252e%252e%252fetc',
    '/%5c%E2%84%80',
    '/%5c%5b',
    '/%5c:443%252f@1%2f%00%E3%80%80',
    '/assets/..%2f..%2fserver%2findex.js',
    '/assets/%E0%A4%A',
    '//evil.test/login',
    '/@evil.test',
    '/a\\b',
    '/{id}',
    '/*',
    '/:id',
    '/__manifest',
    '/__proto__',
    '/.git/config',
    '/.data',
    '/_root',
    '/_root.data/',
    '/login.data.data',
    `/${'a/'.repeat(500)}b`,
    `/${'%D1%91'.repeat(1000)}`,
    '/login?redirectTo=%E0%A4%A',
    '/?_data=routes/nothing',
    '/login.data?_routes=root%2C..%2F',
    '/?index',
  ])('%s gives a page or a refusal, never a crash or another file', async (path) => {
    portal.log.length = 0
    upstream.on('page', { status: 404, body: { message: 'Нет' } })
    const { status, text } = await raw(`GET ${path}`)
    expect(status, text.slice(0, 300)).toBeLessThan(500)
    expect(status).toBeGreaterThanOrEqual(200)
    expect(text).not.toMatch(/root:x:0|import\.meta|at .+\.ts:\d+|node_modules/)
    for (const { path: callPath } of upstream.visitorCalls)
      expect(callPath).toMatch(/^\/api-gateway\/page\?path=%2F[\w.*()!~'%+-]*$/)
    expect(portal.log.filter(isAtLeast('error'))).toEqual([])
  })

  test.each([
    'GET http://evil.test/',
    'GET http://evil.test/login',
    'GET http://[/',
    'GET *',
    'OPTIONS *',
    'GET login',
    'GET /login#hash',
    'GET /a b',
    'CONNECT evil.test:443',
    'BREW /coffee',
  ])('«%s» is answered without a crash', async (line) => {
    portal.log.length = 0
    upstream.on('page', { status: 404, body: { message: 'Нет' } })
    const { status, location } = await raw(line)
    if (!line.startsWith('CONNECT')) {
      expect(status).toBeGreaterThanOrEqual(200)
      expect(status).toBeLessThan(500)
    }
    if (location !== undefined) expect(new URL(location, own).origin).toBe(own)
    expect(portal.log.filter(isAtLeast('error'))).toEqual([])
    expect((await portal.visitor().get('/login')).status).toBe(200)
  })
})

describe('an address that its route’s validity rule rejects', () => {
  test.each([
    '/verify-email/a%2F..%2Fb',
    '/verify-email/%00',
    '/change-password/..%2f',
    '/change-email-undo/%5C',
    '/deletion-undo/..%2f',
    '/%E0%A4%A',
    '/a//b',
  ])('%s is not found, for everybody and by every method of request, without a call', async (path) => {
    const visitor = portal.visitor()
    const page = await visitor.get(path)
    expect(page).toBeErrorScreen(404)
    expect((await visitor.get(`${path}?code=1`)).status).toBe(404)
    expect(
      (await visitor.post(path, { intent: 'resend', email: 'a@example.test' })).status,
    ).toBeGreaterThanOrEqual(404)
    expect(upstream.visitorCalls).toEqual([])
  })

  test.each(['/personal/unknown', '/a//b', '/verify-email/%00'])(
    '%s is not found by any other method either',
    async (path) => {
      for (const method of ['PUT', 'PROPFIND']) {
        const page = await portal.visitor().ask(path, { method })
        expect(page, method).toBeErrorScreen(404)
        expect(page.headers.allow).toBeUndefined()
      }
    },
  )

  test('has the message «Page Not Found: {path}»', async () => {
    const data = await portal.visitor().data('/verify-email/a%5Cb')
    expect(data.html).toContain('Page Not Found: /verify-email/a%5Cb')
  })

  test('of a missing content page has it too', async () => {
    upstream.on('page', { status: 404, body: { message: 'Нет' } })
    expect((await portal.visitor().data('/nowhere')).html).toContain('Page Not Found: /nowhere')
  })

  test('under the personal pages is not found, for guests and customers', async () => {
    for (const visitor of [portal.visitor(), await portal.customer()])
      expect(await visitor.get('/personal/unknown')).toBeErrorScreen(404)
  })
})

describe('HEAD', () => {
  test('of a missing page and of a redirect is like GET', async () => {
    upstream.on('page', { status: 404, body: { message: 'Нет' } })
    const missing = await portal.visitor().ask('/nowhere', { method: 'HEAD' })
    expect(missing.status).toBe(404)
    expect(missing.body.length).toBe(0)
    expect(await portal.visitor().ask('/personal', { method: 'HEAD' })).toHaveRedirect(
      '/login?redirectTo=%2Fpersonal',
      302,
    )
  })

  test('of an asset has its headers and no body', async () => {
    const page = await portal.visitor().get('/login')
    const script = page.all('link[rel="modulepreload"]')[0]?.getAttribute('href') ?? ''
    const head = await portal.visitor().ask(script, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.headers['cache-control']).toContain('immutable')
    expect(head.body.length).toBe(0)
  })
})

describe('an address of the embedded product API alone', () => {
  const addresses = [
    '/api/v1/about',
    '/api-gateway/about',
    '/health/about',
    '/imports/about',
    '/webhooks/about',
  ]

  test.each(addresses)('has the content page of a remote API: %s', async (path) => {
    const page = await portal.visitor().get(path)
    expect(page.status).toBe(200)
    expect(upstream.named('page').map(({ query }) => query.get('path'))).toEqual([path])
    upstream.on('page', { status: 404 })
    expect(await portal.visitor().get(`${path}/gone`)).toBeErrorScreen(404)
  })

  test.each([...addresses, '/%61pi/about', '/WEBHOOKS/about'])(
    'has no content page beside that API: %s',
    async (path) => {
      expect(await beside.visitor().get(path)).toBeErrorScreen(404)
      expect(await beside.visitor().post(path)).toBeErrorScreen(404)
      expect((await beside.visitor().data(path)).status).toBe(404)
      expect(upstream.named('page')).toEqual([])
    },
  )

  test.each(['/personal/about', '/assets/about', '/builds/about'])(
    'is not what the portal has itself: %s',
    async (path) => {
      expect((await portal.visitor().get(path)).status).toBe(404)
      expect(upstream.named('page')).toEqual([])
    },
  )
})

describe('health', () => {
  test('reports the portal alive and ready, whatever the product API does', async () => {
    await upstream.down()
    try {
      const [live, ready] = [
        await portal.visitor().get('/health'),
        await portal.visitor().get('/health/ready'),
      ]
      expect([live.status, live.html, ready.status]).toEqual([200, 'ok', 200])
      expect(live.headers['cache-control']).toBe('no-store')
    } finally {
      await upstream.up()
    }
  })

  test('reports what blocks the embedded product API, with separate statuses', async () => {
    const answers = { live: { status: 200, text: 'ok' }, ready: { status: 503, text: 'not ready: database' } }
    const whole = await portalOfThisFile(upstream, {
      embeddedHealth: { live: async () => answers.live, ready: async () => answers.ready },
    })
    const ask = async () => {
      const [live, ready] = [await whole.visitor().get('/health'), await whole.visitor().get('/health/ready')]
      return [live.status, live.html, ready.status, ready.html]
    }
    expect(await ask()).toEqual([200, 'ok', 503, 'not ready: database'])
    answers.live = { status: 503, text: 'stalled: worker' }
    answers.ready = { status: 503, text: 'not ready: worker' }
    expect(await ask()).toEqual([503, 'stalled: worker', 503, 'not ready: worker'])
  })
})
