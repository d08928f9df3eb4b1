import { endpoints } from 'contract/endpoints'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startFakeUpstream } from './fake-upstream'

const upstream = await startFakeUpstream()
afterAll(() => upstream.close())
beforeEach(() => upstream.forget())

const id = '3c6ce7a0-2b0f-4b6f-8f43-6a2f6b3f3a10'
const habits = { accept: 'application/json', 'x-request-id': id, 'x-forwarded-for': '203.0.113.7' }
const json = { ...habits, 'content-type': 'application/json' }

// Global fetch adds headers that the portal's calls do not have.
const ask = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(upstream.url.href + path, { headers: habits, ...init })
  const own = upstream.violations.filter(
    (words) => !/the header (user-agent|accept-language|sec-fetch-mode|accept-encoding)/.test(words),
  )
  return { status: answer.status, text: await answer.text(), violations: own }
}
const login = { email: 'a@example.test', password: 'secret' }
const post = (path: string, body: unknown, headers: Record<string, string> = json) =>
  ask(path, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) })

describe('the fake upstream', () => {
  test('answers declared calls', async () => {
    const { status, text, violations } = await ask('/api/v1/personal/?filter=%D0%B4%D0%B0%D1%87%D0%B0')
    expect(violations).toEqual([])
    expect(status).toBe(200)
    expect(JSON.parse(text).data).toHaveLength(2)
    expect(upstream.named('accounts')[0]?.query.get('filter')).toBe('дача')
  })

  test.each([
    ['a missing trailing slash', '/api/v1/personal'],
    ['an extra trailing slash', '/api/v1/personal/get-default-account/'],
    ['a doubled slash', '//api/v1/personal/'],
    ['an id with a slash in it', '/api/v1/personal/charges/1/2'],
    ['no id', '/api/v1/personal/charges/'],
    ['another method', '/api/v1/users/login/'],
    ['an unknown call', '/api/v1/users/'],
  ])('refuses %s', async (_, path) => {
    const { status, violations } = await ask(path)
    expect(status).toBe(404)
    expect(violations).toHaveLength(1)
  })

  test.each([
    ['an unknown query', '/api/v1/personal/?page=1'],
    ['an empty filter', '/api/v1/personal/?filter='],
    ['a query where there is none', '/api/v1/users/get-current-auth/?a=1'],
  ])('reports %s', async (_, path) => {
    expect((await ask(path)).violations).toHaveLength(1)
  })

  test.each([
    ['an unknown field', { ...login, remember: true }],
    ['a wrong name', { login: 'a@example.test', password: 'secret' }],
    ['a missing field', { email: 'a@example.test' }],
    ['no JSON', 'email=a'],
  ])('reports a body with %s', async (_, body) => {
    expect((await post('/api/v1/users/login/', body)).violations).toHaveLength(1)
  })

  test('reports an undeclared body and another content type', async () => {
    expect((await post('/api/v1/users/logout/', {})).violations).toHaveLength(1)
    const { violations } = await post('/api/v1/users/login/', login, {
      ...habits,
      'content-type': 'text/plain',
    })
    expect(violations).toContainEqual(expect.stringContaining('content-type'))
  })

  test.each([
    ['accept', { ...habits, accept: '*/*' }],
    ['X-Request-Id', { ...habits, 'x-request-id': 'one' }],
    ['X-Forwarded-For', { ...habits, 'x-forwarded-for': '1.1.1.1, 2.2.2.2' }],
    ['the device', { ...habits, 'x-device-id': 'device' }],
    ['Idempotency-Key', { ...habits, 'idempotency-key': 'key' }],
    ['the header referer', { ...habits, referer: 'https://portal.example.test/secret' }],
  ])('reports %s', async (words, headers) => {
    const { violations } = await ask('/api/v1/personal/', { headers })
    expect(violations).toEqual([expect.stringContaining(words)])
  })

  test('reports cookies in a call that is the same for all', async () => {
    const { violations } = await ask('/api-gateway/page?path=%2F', { headers: { ...habits, cookie: 'a=1' } })
    expect(violations).toEqual([expect.stringContaining('cookies')])
  })

  test('reports a repeated call of one page request', async () => {
    expect((await ask('/api/v1/personal/')).violations).toEqual([])
    expect((await ask('/api/v1/personal/?filter=1')).violations).toEqual([])
    expect((await ask('/api/v1/personal/')).violations).toHaveLength(1)
  })

  test('allows repeating a read after a change, but never a change', async () => {
    await ask('/api/v1/users/get-current-auth/')
    await post('/api/v1/users/login/', login)
    expect((await ask('/api/v1/users/get-current-auth/')).violations).toEqual([])
    expect((await post('/api/v1/users/login/', login)).violations).toHaveLength(1)
  })

  test('allows repeating a read once after a change that left and never came', async () => {
    await ask('/api/v1/personal/')
    upstream.hasLeft('3c6ce7a0-2b0f-4b6f-8f43-6a2f6b3f3a11')
    expect((await ask('/api/v1/personal/')).violations).toHaveLength(1)
    upstream.forget()
    await ask('/api/v1/personal/')
    upstream.hasLeft(id)
    expect((await ask('/api/v1/personal/')).violations).toEqual([])
    expect((await ask('/api/v1/personal/')).violations).toHaveLength(1)
  })

  test('answers as a test has set, until it forgets', async () => {
    upstream.on('accounts', { status: 404, body: { message: 'Нет' } })
    expect((await ask('/api/v1/personal/')).status).toBe(404)
    upstream.forget()
    expect((await ask('/api/v1/personal/')).status).toBe(endpoints.accounts.success)
  })

  test('refuses connections while it is down', async () => {
    await upstream.down()
    await expect(ask('/api/v1/personal/')).rejects.toThrow()
    await upstream.up()
    expect((await ask('/api/v1/personal/')).status).toBe(200)
  })
})
