import { describe, expect, test } from 'vitest'
import { createEmbeddedTransport, type EmbeddedAnswer } from './embedded-transport.server'
import { callProductApi } from './product-api.server'

const embedded = (ask: Parameters<typeof createEmbeddedTransport>[0]['ask']) =>
  createEmbeddedTransport({ ask, fetch: () => Promise.reject(new Error('nothing is streamed here')) })

const never = new AbortController().signal
const endpoint = 'accounts'
const request = { endpoint, method: 'GET', path: '/', headers: {}, body: null } as const
const headers = { cookie: 'a=1; b=2', 'content-type': 'application/json' }

describe('the embedded product API', () => {
  test('passes method, path, headers and body on unchanged', async () => {
    const seen: unknown[] = []
    const transport = embedded(async (request) => {
      seen.push(request)
      return { status: 204, headers: {}, body: null }
    })
    const requests = [
      { method: 'PATCH', path: '/x/%2F?y=1', headers, body: null },
      { method: 'POST', path: '/x/', headers, body: '{"имя":1}' },
    ] as const
    for (const request of requests) await transport({ ...request, endpoint, signal: never })
    expect(seen).toEqual(requests)
  })

  test('returns status, body, Retry-After and cookies', async () => {
    const cookie = 'a=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT'
    const transport = embedded(async () => ({
      status: 429,
      headers: { 'retry-after': '5', 'set-cookie': cookie },
      body: 'ё',
    }))
    expect(await transport({ ...request, signal: never })).toEqual({
      status: 429,
      retryAfter: '5',
      setCookies: [cookie],
      body: 'ё',
    })
  })

  test('rejects when the API throws, and does not crash', async () => {
    const transport = embedded(() => {
      throw new Error('a secret in it')
    })
    const result = await callProductApi(
      transport,
      'accounts',
      { query: {} },
      { headers: {}, timeoutMs: 1_000 },
    )
    expect(result).toMatchObject({ ok: false, failure: { kind: 'unavailable', status: 502 } })
    expect(JSON.stringify(result)).not.toContain('secret')
  })

  test('rejects at the time limit when the API never answers', async () => {
    const transport = embedded(() => new Promise<EmbeddedAnswer>(() => {}))
    const result = await callProductApi(transport, 'accounts', { query: {} }, { headers: {}, timeoutMs: 30 })
    expect(result).toMatchObject({ ok: false, failure: { kind: 'unavailable', status: 504 } })
  })

  test('is not called when the request was already aborted', async () => {
    let asked = 0
    const transport = embedded(async () => {
      asked += 1
      return { status: 204, headers: {}, body: null }
    })
    const signal = AbortSignal.abort(new Error('too late'))
    await expect(transport({ ...request, signal })).rejects.toThrow('too late')
    expect(asked).toBe(0)
  })
})
