import { describe, expect, test } from 'vitest'
import { createEmbeddedTransport, type EmbeddedAnswer } from './embedded-transport.server'
import { callProductApi } from './product-api.server'

const never = new AbortController().signal
const headers = { cookie: 'a=1; b=2', 'content-type': 'application/json' }

describe('the embedded product API', () => {
  test('gets method, path, headers and body as they are', async () => {
    const seen: unknown[] = []
    const transport = createEmbeddedTransport(async (request) => {
      seen.push(request)
      return { status: 204, headers: {}, body: null }
    })
    const requests = [
      { method: 'PATCH', path: '/x/%2F?y=1', headers, body: null },
      { method: 'POST', path: '/x/', headers, body: '{"имя":1}' },
    ] as const
    for (const request of requests) await transport({ ...request, signal: never })
    expect(seen).toEqual(requests)
  })

  test('gives back status, body, Retry-After and its cookie', async () => {
    const cookie = 'a=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT'
    const transport = createEmbeddedTransport(async () => ({
      status: 429,
      headers: { 'retry-after': '5', 'set-cookie': cookie },
      body: 'ё',
    }))
    expect(await transport({ method: 'GET', path: '/', headers: {}, body: null, signal: never })).toEqual({
      status: 429,
      retryAfter: '5',
      setCookies: [cookie],
      body: 'ё',
    })
  })

  test('that throws is a fault, never a crash', async () => {
    const transport = createEmbeddedTransport(() => {
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

  test('that never answers is given up at the time limit', async () => {
    const transport = createEmbeddedTransport(() => new Promise<EmbeddedAnswer>(() => {}))
    const result = await callProductApi(transport, 'accounts', { query: {} }, { headers: {}, timeoutMs: 30 })
    expect(result).toMatchObject({ ok: false, failure: { kind: 'unavailable', status: 504 } })
  })

  test('is not asked for a call that was given up before', async () => {
    let asked = 0
    const transport = createEmbeddedTransport(async () => {
      asked += 1
      return { status: 204, headers: {}, body: null }
    })
    const signal = AbortSignal.abort(new Error('too late'))
    await expect(transport({ method: 'GET', path: '/', headers: {}, body: null, signal })).rejects.toThrow(
      'too late',
    )
    expect(asked).toBe(0)
  })
})
