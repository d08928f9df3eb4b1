import { createApi } from 'api/wire-api'
import { endpoints } from 'contract/endpoints'
import { beforeEach, describe, expect, test } from 'vitest'
import { openForTests } from '../../support/open-for-tests'
import { login, openApiWorld, register, registration } from '../support/api-world'

const loginPath = '/api/v1/users/login/'

describe('the product API over HTTP', () => {
  const world = openForTests(() => openApiWorld('sqlite'))
  beforeEach(() => world.empty())

  const post = (body: BodyInit, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    world.browser().send('POST', loginPath, { body, headers })

  test.each([
    ['broken JSON', '{"email": "petr@mail.example"'],
    ['what is not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ['a NUL in a text', '{"email":"petr\\u0000@mail.example","password":"x"}'],
    ['a NUL deep inside', '{"email":"petr@mail.example","password":"x","more":[{"a":"\\u0000"}]}'],
  ])('answers 400 to %s', async (_what, body) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { message: 'Запрос не удалось разобрать.' } })
  })

  test.each([['[]'], ['null'], ['"text"'], ['7'], ['{"email":7,"password":{}}']])(
    'answers 422 to JSON of another shape: %s',
    async (body) => {
      expect(await post(body)).toMatchObject({ status: 422, body: { message: expect.stringMatching(/\S/) } })
    },
  )

  test.each([
    ['', {}],
    [' that is said to be JSON', { 'content-type': 'application/json' }],
    [' of another type', { 'content-type': 'text/plain' }],
  ])('treats a POST without a body%s as {}', async (_said, headers) => {
    expect(await world.browser().send('POST', loginPath, { headers })).toMatchObject({
      status: 422,
      body: { errors: { email: ['Введите адрес электронной почты'], password: ['Введите пароль'] } },
    })
  })

  test('answers 415 to a form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await post('email=petr', headers)).status).toBe(415)
  })

  test('answers 413 above 64 KiB, with or without Content-Length', async () => {
    const fits = JSON.stringify({ email: 'petr@mail.example', password: 'x'.repeat(64 * 1024 - 50) })
    expect((await post(fits)).status).toBe(422)
    expect((await post(`${fits}${' '.repeat(100)}`)).status).toBe(413)
    const headers = { 'content-type': 'application/json', 'content-length': String(1024 * 1024) }
    expect((await post('{}', headers)).status).toBe(413)
  })

  test('stops reading a body that does not end', async () => {
    let pulled = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1
        controller.enqueue(new Uint8Array(16 * 1024))
      },
    })
    const init: RequestInit & { duplex: 'half' } = {
      body: endless,
      headers: { 'content-type': 'application/json' },
      duplex: 'half',
    }
    expect((await world.browser().send('POST', loginPath, init)).status).toBe(413)
    expect(pulled).toBeLessThan(10)
  })

  test.each([
    ['GET', '/'],
    ['POST', '/api/v1/users/login'],
    ['POST', '/api/v1/users/login//'],
    ['GET', '/api/v1/users/get-current-auth'],
    ['GET', loginPath],
    ['GET', '/api/v1/users/verify-email/'],
    ['HEAD', '/api/v1/users/get-current-auth/'],
    ['GET', '/api/v1/users/../../etc/passwd'],
    ['GET', '/%'],
  ])('answers 404 to %s %s: paths and methods are exact', async (method, path) => {
    const answer = await world.browser().send(method, path)
    expect(answer.status).toBe(404)
    if (method !== 'HEAD') expect(answer.body).toEqual({ message: 'Ничего не найдено.' })
  })

  test.each(['%00', '%', '%zz', '%ff', '%2F..%2F', '🦔'.repeat(300)])(
    'an unusual id is answered like an unknown one: %s',
    async (id) => {
      const { status } = await world.browser().get(`/api/v1/users/verify-email/${id}?code=%00${id}`)
      expect([400, 404, 422]).toContain(status)
    },
  )

  test('returns a valid request id, and replaces an invalid one', async () => {
    const ask = (id: string) =>
      world.browser().send('GET', '/api/v1/users/get-current-auth/', { headers: { 'x-request-id': id } })
    expect((await ask('req-1.2_3')).headers.get('x-request-id')).toBe('req-1.2_3')
    expect((await ask('two words')).headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  })

  test('forbids caching of answers', async () => {
    expect((await world.browser().get('/api/v1/users/get-current-auth/')).headers.get('cache-control')).toBe(
      'no-store',
    )
  })

  test('an unexpected error is a 500 with plain words; only the log has the stack', async () => {
    const broken = await openApiWorld('sqlite')
    await broken.database.db.schema.dropTable('rate_limits').execute()
    const answer = await login(broken.browser(), 'petr@mail.example')
    expect(answer).toMatchObject({
      status: 500,
      body: { message: 'Сервис временно недоступен. Попробуйте ещё раз.' },
    })
    expect(Object.keys(answer.body as object)).toEqual(['message'])
    const line = broken.logged.find((fields) => 'stack' in fields)
    expect(line).toMatchObject({ path: loginPath, stack: expect.stringContaining('rate_limits') })
    await broken.close()
  })

  test('each request is one log line without personal data', async () => {
    const browser = world.browser({ deviceId: 'home-laptop' })
    await register(browser, 'petr@mail.example')
    await login(browser, 'petr@mail.example')
    await browser.get('/api/v1/users/verify-email/secret-id?code=secret-code')
    expect(world.logged).toMatchObject([
      { method: 'POST', path: '/api/v1/users/registration/', status: 204 },
      { method: 'POST', path: loginPath, status: 403 },
      { method: 'GET', path: '/api/v1/users/verify-email/{id}', status: 422 },
    ])
    const text = JSON.stringify(world.logged)
    for (const secret of [
      ...Object.values(registration('petr@mail.example')),
      'secret',
      '203.0.113.7',
      'laptop',
    ]) {
      if (typeof secret === 'string') expect(text).not.toContain(secret)
    }
  })

  test('describes itself in OpenAPI', async () => {
    const { status, body } = await world.browser().get('/openapi.json')
    expect(status).toBe(200)
    expect(body).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'http://localhost:3001' }] })
    expect(Object.keys((body as { paths: object }).paths)).toContain(endpoints.login.path)
  })

  describe('the address that counts', () => {
    const apiWith = (apiSecrets: string[]) => {
      const { database, config } = world
      const log = { debug() {}, info() {}, warn() {}, error() {} }
      const limits = { registrationPerAddress: { max: 1, minutes: 60 } }
      const api = createApi({
        config: { ...config, apiSecrets },
        database,
        log,
        limits,
        checkAnswers: true,
      })
      return async (remoteAddress: string, email: string, headers: Record<string, string> = {}) => {
        const request = new Request('http://api.test/api/v1/users/registration/', {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(registration(email)),
        })
        return (await api.fetch(request, { incoming: { socket: { remoteAddress } } })).status
      }
    }

    test("is the connection's own where the portal tells none", async () => {
      const from = apiWith([])
      expect(await from('192.0.2.1', 'one@mail.example')).toBe(204)
      expect(await from('192.0.2.1', 'two@mail.example', { 'x-forwarded-for': 'not an address' })).toBe(429)
      expect(await from('::ffff:192.0.2.1', 'two@mail.example')).toBe(429)
      expect(await from('192.0.2.2', 'two@mail.example')).toBe(204)
      expect(await from('192.0.2.1', 'three@mail.example', { 'x-forwarded-for': '192.0.2.3' })).toBe(204)
    })

    test('is the one sent by a portal, which needs the secret if one is set', async () => {
      const [present, former] = ['present-'.repeat(5), 'former-'.repeat(5)]
      const from = apiWith([present, former])
      const told = (address: string, authorization: string) => ({ 'x-forwarded-for': address, authorization })
      expect(await from('192.0.2.11', 'a@mail.example', told('192.0.2.12', `Bearer ${present}`))).toBe(204)
      expect(await from('192.0.2.11', 'b@mail.example', told('192.0.2.13', `bearer ${former}`))).toBe(204)
      expect(await from('192.0.2.11', 'c@mail.example', told('192.0.2.13', `Bearer ${present}`))).toBe(429)
      // Other senders are not rejected, but counted by the address of their connection.
      expect(await from('192.0.2.11', 'd@mail.example', { 'x-forwarded-for': '192.0.2.14' })).toBe(204)
      for (const wrong of [
        '',
        'Bearer',
        `Bearer ${present}x`,
        `Basic ${present}`,
        `Bearer ${present},${former}`,
      ])
        expect(await from('192.0.2.11', 'e@mail.example', told('192.0.2.15', wrong)), wrong).toBe(429)
    })
  })
})
