import type { InProcessRequest } from 'api/http/exchange'
import { endpoints } from 'contract/endpoints'
import { describe, expect, test } from 'vitest'
import { openForTests } from '../../support/open-for-tests'
import { openApiWorld, password, signedIn } from '../support/api-world'

const json = { 'content-type': 'application/json', 'x-request-id': 'the-same' }
const get = (path: string): InProcessRequest => ({ method: 'GET', path, headers: json, body: null })
const post = (path: string, body: string, headers = json): InProcessRequest => ({
  method: 'POST',
  path,
  headers,
  body,
})

describe('a request of the same process', () => {
  const world = openForTests(() => openApiWorld('sqlite'))

  const overHttp = async ({ path, ...request }: InProcessRequest) => {
    const answer = await world.api.fetch(new Request(`http://api${path}`, request))
    const text = await answer.text()
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body: text || null }
  }

  test.each([
    ['base data', get(endpoints.baseData.path)],
    ['a content page by its query', get('/api-gateway/page?path=%2Fabout')],
    [
      'a path with a Cyrillic id',
      post(`/api/v1/users/verify-email/${encodeURIComponent('ключ/ё')}?code=1`, '{}'),
    ],
    ['a path with an id that cannot be decoded', post('/api/v1/users/verify-email/%E0%A4?code=1', '{}')],
    ['a path with a NUL', post('/api/v1/users/verify-email/a%00b?code=1', '{}')],
    ['a path that is nowhere', get('/api/v1/nowhere')],
    ['a path without its last slash', get('/api/v1/personal')],
    ['a method of another endpoint', { ...get(endpoints.baseData.path), method: 'DELETE' }],
    ['nobody’s accounts', get(endpoints.accounts.path)],
    ['a login of nobody', post(endpoints.login.path, JSON.stringify({ email: 'a@mail.example', password }))],
    ['broken JSON', post(endpoints.login.path, '{"email')],
    ['JSON of another shape', post(endpoints.login.path, '[]')],
    ['no body', post(endpoints.login.path, '')],
    ['a form', post(endpoints.login.path, 'a=1', { ...json, 'content-type': 'text/plain' })],
    ['more than 64 KiB', post(endpoints.login.path, JSON.stringify({ email: 'ё'.repeat(40_000) }))],
  ])('is answered as over HTTP: %s', async (_, request) => {
    expect(await world.api.ask(request)).toEqual(await overHttp(request))
  })

  test('gets a session cookie, and is authenticated by it', async () => {
    await signedIn(world, 'own@mail.example')
    const answer = await world.api.ask(
      post(endpoints.login.path, JSON.stringify({ email: 'own@mail.example', password })),
    )
    expect(answer.status).toBe(200)
    const cookie = answer.headers['set-cookie']?.split(';')[0] ?? ''
    const mine = { ...get(endpoints.currentUser.path), headers: { ...json, cookie } }
    expect(JSON.parse((await world.api.ask(mine)).body ?? '')).toMatchObject({
      data: { email: 'own@mail.example' },
    })
    expect(await world.api.ask(mine)).toEqual(await overHttp(mine))
  })
})
