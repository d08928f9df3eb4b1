import { expect, test } from 'vitest'
import type { TransportRequest } from '../../api-client/transport'
import { deduplicateGets } from './deduplicate-gets.server'

const ask = (...paths: string[]) => {
  const asked: string[] = []
  const transport = deduplicateGets(async ({ method, path }) => {
    asked.push(`${method} ${path}`)
    return { status: 200, retryAfter: null, setCookies: [], body: String(asked.length) }
  })
  const request = (text: string): TransportRequest => {
    const [method, path = ''] = text.split(' ')
    return {
      endpoint: 'accounts',
      method: method === 'POST' ? 'POST' : 'GET',
      path,
      headers: {},
      body: null,
      signal: new AbortController().signal,
    }
  }
  return paths.reduce(
    async (before, text) => [...(await before), (await transport(request(text))).body],
    Promise.resolve<string[]>([]),
  )
}

test('equal GETs are sent once, different ones each', async () =>
  expect(await ask('GET /a', 'GET /a?x', 'GET /a')).toEqual(['1', '2', '1']))

test.each(['POST /a', 'GET /api/v1/users/verify-email/1?code=2', 'GET /api/v1/users/change-email?id=1'])(
  'and again after %s',
  async (change) => expect(await ask('GET /a', change, 'GET /a')).toEqual(['1', '2', '3']),
)
