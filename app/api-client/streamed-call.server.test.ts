import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createEmbeddedTransport } from './embedded-transport.server'
import { createRemoteTransport } from './remote-transport.server'
import { streamFromProductApi } from './streamed-call.server'

type Pieces = () => AsyncGenerator<string | Uint8Array>

interface Answer {
  status?: number
  headers?: Record<string, string>
  pieces: Pieces
}

/** What the product API answers in this test, and whether it has been told that nobody wants the rest. */
let answer: Answer
let ended: Promise<void>
let seen: { method: string; path: string; headers: Record<string, unknown> }[] = []

const answers = (given: Answer) => {
  let end = () => {}
  ended = new Promise((done) => {
    end = done
  })
  answer = {
    ...given,
    pieces: async function* () {
      try {
        yield* given.pieces()
      } finally {
        end()
      }
    },
  }
}

const webStreamOf = (pieces: ReturnType<Pieces>) =>
  new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(Buffer.from(value))
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })

const server = createServer((req, res: ServerResponse) => {
  seen.push({ method: req.method ?? '', path: req.url ?? '', headers: req.headers })
  res.writeHead(answer.status ?? 200, answer.headers)
  const source = Readable.from(answer.pieces())
  source.on('error', () => res.destroy())
  res.on('close', () => source.destroy())
  source.pipe(res)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
if (!address || typeof address === 'string') throw new Error('no port')

const remote = createRemoteTransport(new URL(`http://127.0.0.1:${address.port}`))
const embedded = createEmbeddedTransport({
  ask: () => Promise.reject(new Error('streams are fetched')),
  fetch: async (request) => {
    const { pathname } = new URL(request.url)
    seen.push({ method: request.method, path: pathname, headers: Object.fromEntries(request.headers) })
    const { status = 200, headers = {} } = answer
    return new Response(status === 204 ? null : webStreamOf(answer.pieces()), { status, headers })
  },
})

afterEach(() => {
  seen = []
})
afterAll(async () => {
  await remote.close()
  server.closeAllConnections()
  server.close()
})

const of = (...pieces: string[]): Answer => ({
  async *pieces() {
    yield* pieces
  },
})

const textOf = async (pieces: AsyncIterable<Uint8Array>) => {
  const chunks: Uint8Array[] = []
  for await (const chunk of pieces) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** Waits until a number stays the same. */
const settled = async (read: () => number) => {
  for (let before = -1; read() !== before; await wait(100)) before = read()
}

const never = new AbortController().signal

describe.each([
  ['over HTTP', remote],
  ['in the same process', embedded],
])('a document that is streamed %s', (_, transport) => {
  const open = (options: Partial<Parameters<typeof streamFromProductApi>[2]> = {}) =>
    streamFromProductApi(transport, 'exportData', {
      headers: { cookie: 'sid=1' },
      timeoutMs: 5_000,
      pieceTimeoutMs: 5_000,
      signal: never,
      ...options,
    })

  const opened = async (options: Parameters<typeof open>[0] = {}) => {
    const result = await open(options)
    if (!result.ok) throw new Error(`there is no document: ${JSON.stringify(result.failure)}`)
    return result.answer
  }

  test('comes as it was sent, after one call', async () => {
    const text = '{"имя": "Анна [",\n "числа": [1, 2.50, {"x": "\\"}"}]}\n'
    const bytes = Buffer.from(text)
    answers({
      async *pieces() {
        for (const byte of bytes) yield Uint8Array.of(byte)
      },
    })
    expect(await textOf(await opened())).toBe(text)
    expect(seen).toEqual([
      {
        method: 'GET',
        path: '/api/v1/users/export/',
        headers: expect.objectContaining({ accept: 'application/json', cookie: 'sid=1' }),
      },
    ])
  })

  test('gives its cookies before its first piece', async () => {
    answers({ ...of('{}'), headers: { 'set-cookie': 'sid=2; Path=/' } })
    const given: string[][] = []
    await opened({ onSetCookies: (lines) => given.push(lines) > 0 })
    expect(given).toEqual([['sid=2; Path=/']])
  })

  test('is read no faster than it is taken', async () => {
    let made = 0
    answers({
      async *pieces() {
        yield '['
        for (; made < 1_000; made += 1) yield `"${'x'.repeat(65_536)}",`
        yield '0]'
      },
    })
    const document = (await opened())[Symbol.asyncIterator]()
    await document.next()
    await settled(() => made)
    // What the sockets of both sides hold is a few megabytes of the sixty-five.
    expect(made).toBeLessThan(300)
    await document.return?.()
    await ended
  })

  test.each([
    ['ends in the middle', of('{"data": [1, ', '2]')],
    ['goes on after its end', of('{"data": 1}', '<br>Warning')],
    ['is followed by another one', of('{}', '{}')],
  ])('that %s is broken off', async (_words, given) => {
    answers(given)
    await expect(textOf(await opened())).rejects.toThrow('not whole')
    await ended
  })

  test('whose connection breaks is broken off', async () => {
    answers({
      async *pieces() {
        yield '{"data": ['
        await wait(20)
        throw new Error('the database is gone')
      },
    })
    await expect(textOf(await opened())).rejects.toThrow()
  })

  test('that brings nothing for too long is broken off', async () => {
    answers({
      async *pieces() {
        yield '{"data": ['
        await new Promise(() => {})
      },
    })
    await expect(textOf(await opened({ pieceTimeoutMs: 50 }))).rejects.toThrow('in time')
  })

  test('may take longer than any call, where each piece comes in time', async () => {
    answers({
      async *pieces() {
        yield '['
        for (let at = 0; at < 10; at += 1) {
          await wait(150)
          yield '1,'
        }
        yield '1]'
      },
    })
    const text = await textOf(await opened({ timeoutMs: 1_000, pieceTimeoutMs: 1_000 }))
    expect(text).toBe(`[${'1,'.repeat(10)}1]`)
  })

  test('lets its reader take their time', async () => {
    answers(of('[1,', '2,', '3]'))
    let text = ''
    for await (const piece of await opened({ pieceTimeoutMs: 40 })) {
      text += Buffer.from(piece).toString()
      await wait(80)
    }
    expect(text).toBe('[1,2,3]')
  })

  test('ends when its reader stops', async () => {
    answers({
      async *pieces() {
        yield '['
        for (;;) {
          await wait(5)
          yield '1,'
        }
      },
    })
    for await (const _piece of await opened()) break
    await ended
  })

  test.each([
    ['before it is read', false],
    ['while it is read', true],
  ])('ends at once when nobody wants it any more, %s', async (_words, isRead) => {
    const controller = new AbortController()
    answers({
      async *pieces() {
        yield '['
        // Longer than the test may take.
        for (;;) {
          await wait(10)
          yield ' '
        }
      },
    })
    const document = (await opened({ signal: controller.signal }))[Symbol.asyncIterator]()
    if (isRead) await document.next()
    controller.abort(new Error('the visitor has left'))
    await ended
    if (isRead) await expect(document.next().then(() => document.next())).rejects.toThrow()
  })

  test.each([
    [400, 'invalid'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'missing'],
    [409, 'conflict'],
    [410, 'gone'],
    [422, 'invalid'],
  ])('that is refused with %i is a failure of that kind', async (status, kind) => {
    answers({ ...of('{"message":', '"Нет"}'), status })
    expect(await open()).toEqual({ ok: false, failure: expect.objectContaining({ kind, message: 'Нет' }) })
  })

  test('that is refused for now says when to come again', async () => {
    answers({ ...of('{"message":"Потом"}'), status: 429, headers: { 'retry-after': '7' } })
    expect(await open()).toMatchObject({ ok: false, failure: { kind: 'throttled', retryAfter: '7' } })
  })

  const unavailable = (status: number) => ({ ok: false, failure: { kind: 'unavailable', status } })

  test.each([
    ['is not there', { ...of(), status: 204 }, 502],
    ['is empty', of(), 502],
    ['is blank', of(' ', '\n'), 502],
    ['is HTML', of('<!doctype html>'), 502],
    ['is a redirect', { ...of(), status: 302, headers: { location: '/x' } }, 502],
    ['is an error of the server', { ...of('{"message":"Нет"}'), status: 500 }, 502],
    ['is not to be had now', { ...of('{"message":"Нет"}'), status: 503 }, 503],
  ])('that %s is a failure before its first byte', async (_words, given, status) => {
    answers(given)
    expect(await open()).toMatchObject(unavailable(status))
  })

  test.each([
    ['says nothing', async function* () {}],
    [
      'says only spaces',
      async function* () {
        for (;;) {
          await wait(5)
          yield ' '
        }
      },
    ],
  ] satisfies [string, Pieces][])('that %s is a failure at the time limit', async (words, pieces) => {
    answers({
      async *pieces() {
        if (words === 'says nothing') await new Promise(() => {})
        yield* pieces()
      },
    })
    expect(await open({ timeoutMs: 60 })).toMatchObject(unavailable(504))
  })

  test('for which no time is left is not asked for', async () => {
    expect(await open({ timeoutMs: 0 })).toMatchObject(unavailable(504))
    expect(seen).toEqual([])
  })

  test('that nobody wants any more is not read', async () => {
    answers(of('{}'))
    const result = await open({ signal: AbortSignal.abort(new Error('the visitor has left')) })
    expect(result).toMatchObject(unavailable(502))
  })

  test('whose cookies can’t be kept is a failure', async () => {
    answers(of('{}'))
    expect(await open({ onSetCookies: () => false })).toMatchObject(unavailable(502))
  })
})

test('a product API in the same process that throws is a failure, never a crash', async () => {
  const transport = createEmbeddedTransport({
    ask: () => Promise.reject(new Error('streams are fetched')),
    fetch: () => Promise.reject(new Error('a secret in it')),
  })
  const options = { headers: {}, timeoutMs: 1_000, pieceTimeoutMs: 1_000, signal: never }
  const result = await streamFromProductApi(transport, 'exportData', options)
  expect(result).toMatchObject({ ok: false, failure: { kind: 'unavailable', status: 502 } })
  expect(JSON.stringify(result)).not.toContain('secret')
})
