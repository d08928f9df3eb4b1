import { describe, expect, test } from 'vitest'
import { createEmbeddedTransport } from './embedded-transport.server'
import { callProductApi } from './product-api.server'

const never = new AbortController().signal

describe('the embedded product API', () => {
  test('gets method, path, headers and body as they are', async () => {
    const seen: { method: string; url: string; cookie: string | null; body: string }[] = []
    const transport = createEmbeddedTransport(async (request) => {
      const { method, url, headers } = request
      seen.push({ method, url, cookie: headers.get('cookie'), body: await request.text() })
      return new Response(null, { status: 204 })
    })
    const headers = { cookie: 'a=1; b=2', 'content-type': 'application/json' }
    await transport({ method: 'PATCH', path: '/x/%2F?y=1', headers, body: null, signal: never })
    await transport({ method: 'POST', path: '/x/', headers, body: '{"имя":1}', signal: never })
    expect(seen).toEqual([
      { method: 'PATCH', url: 'http://product-api/x/%2F?y=1', cookie: 'a=1; b=2', body: '' },
      { method: 'POST', url: 'http://product-api/x/', cookie: 'a=1; b=2', body: '{"имя":1}' },
    ])
  })

  test('gives back status, body, Retry-After and every cookie', async () => {
    const headers = new Headers({ 'retry-after': '5' })
    headers.append('set-cookie', 'a=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT')
    headers.append('set-cookie', 'b=2')
    const transport = createEmbeddedTransport(() => new Response('ё', { status: 429, headers }))
    expect(await transport({ method: 'GET', path: '/', headers: {}, body: null, signal: never })).toEqual({
      status: 429,
      retryAfter: '5',
      setCookies: ['a=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT', 'b=2'],
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

  test.each([
    ['that never answers', () => new Promise<Response>(() => {})],
    ['whose answer never ends', async () => new Response(new ReadableStream({ start() {} }))],
  ])('%s is given up at the time limit', async (_, fetch) => {
    const transport = createEmbeddedTransport(fetch)
    const result = await callProductApi(transport, 'accounts', { query: {} }, { headers: {}, timeoutMs: 30 })
    expect(result).toMatchObject({ ok: false, failure: { kind: 'unavailable', status: 504 } })
  })

  test('is not asked for a call that was given up before', async () => {
    let asked = 0
    const transport = createEmbeddedTransport(() => {
      asked += 1
      return new Response()
    })
    const signal = AbortSignal.abort(new Error('too late'))
    await expect(transport({ method: 'GET', path: '/', headers: {}, body: null, signal })).rejects.toThrow(
      'too late',
    )
    expect(asked).toBe(0)
  })
})
