import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import express, { type Response as ExpressResponse } from 'express'
import { afterEach, describe, expect, test } from 'vitest'
import { bufferResponse } from './buffered-response.server'

let server: Server | undefined
afterEach(async () => {
  server?.closeAllConnections()
  await new Promise((closed) => (server ? server.close(closed) : closed(undefined)))
})

type Finish = Parameters<typeof bufferResponse>[1]

/** The response of a server whose output is buffered until `finish` sends it. */
const answerOf = async (
  write: (res: ExpressResponse) => void,
  finish: (res: ExpressResponse) => Finish,
  unreadMs?: number,
) => {
  const app = express()
  app.use((_, res, next) => {
    const fail = (error: unknown) => {
      if (res.headersSent) return void res.destroy()
      res.status(500).end(error instanceof Error ? error.message : 'failed')
    }
    bufferResponse(res, finish(res), fail, unreadMs)
    next()
  })
  app.use((_, res) => write(res))
  server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return fetch(`http://127.0.0.1:${address.port}/`)
}

describe('a buffered response', () => {
  test('takes headers that are set when it is finished', async () => {
    const answer = await answerOf(
      (res) => {
        res.status(201)
        res.write('Лиц')
        res.write(Buffer.from('евой '))
        res.end(new TextEncoder().encode('счёт'))
      },
      (res) =>
        async (body, { send }) => {
          res.set('X-Length', String(body.length))
          send(body)
        },
    )
    expect(answer.status).toBe(201)
    expect(answer.headers.get('x-length')).toBe(String(Buffer.byteLength('Лицевой счёт')))
    expect(await answer.text()).toBe('Лицевой счёт')
  })

  test('may be finished later, with another body', async () => {
    const answer = await answerOf(
      (res) => void res.end('one'),
      () =>
        async (body, { send }) => {
          await new Promise((later) => setImmediate(later))
          send(Buffer.concat([body, Buffer.from(' two')]))
        },
    )
    expect(await answer.text()).toBe('one two')
  })

  test('is finished with an empty body when none was written', async () => {
    const lengths: number[] = []
    await answerOf(
      (res) => void res.status(204).end(),
      () =>
        async (body, { send }) => {
          lengths.push(body.length)
          send(body)
        },
    )
    expect(lengths).toEqual([0])
  })

  test('passes a failure of `finish` to the error handler, which can still respond', async () => {
    const answer = await answerOf(
      (res) => void res.end('secret'),
      () => async () => {
        throw new Error('no seal')
      },
    )
    expect(answer.status).toBe(500)
    expect(await answer.text()).toBe('no seal')
  })

  test('is cut off when the visitor does not read it', async () => {
    let closed: Promise<unknown> | undefined
    const answer = await answerOf(
      (res) => {
        closed = once(res, 'close')
        res.end(Buffer.alloc(50_000_000))
      },
      () =>
        async (body, { send }) =>
          send(body),
      50,
    )
    await closed
    await expect(answer.arrayBuffer()).rejects.toThrow()
  })

  test('is sent whole when it has several pieces', async () => {
    const large = randomBytes(1_000_000)
    const answer = await answerOf(
      (res) => void res.end(large),
      () =>
        async (body, { send }) =>
          send(body),
    )
    expect(Buffer.from(await answer.arrayBuffer()).equals(large)).toBe(true)
  })

  test('is cut off when 100 newer ones of the address have not been read either', async () => {
    const ended: number[] = []
    let count = 0
    const first = await answerOf(
      (res) => {
        const nth = count++
        res.once('close', () => ended.push(nth))
        res.end(Buffer.alloc(20_000_000))
      },
      () =>
        async (body, { send }) =>
          send(body),
    )
    // Kept: a body that nobody can read any more is canceled.
    const unread = [first]
    for (let nth = 1; nth <= 99; nth += 1) unread.push(await fetch(first.url))
    expect(ended).toEqual([])
    unread.push(await fetch(first.url))
    await expect.poll(() => ended).toEqual([0])
    await expect(first.arrayBuffer()).rejects.toThrow()
  })

  test('stops streaming when the visitor disconnects', async () => {
    let end: () => void = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    // Endless, and written faster than it is read.
    async function* endless() {
      try {
        while (true) yield 'x'.repeat(65_536)
      } finally {
        end()
      }
    }
    const answer = await answerOf(
      (res) => void res.end(),
      (res) =>
        (_, { stream }) => {
          res.set('X-Late', 'in time')
          return stream({ pieces: endless(), limit: { wholeMs: 60_000 } })
        },
    )
    expect(answer.headers.get('x-late')).toBe('in time')
    const reader = answer.body?.getReader()
    expect((await reader?.read())?.value?.[0]).toBe('x'.charCodeAt(0))
    await reader?.cancel()
    await ended
  })

  test('is cut off when a chunk fails or takes too long', async () => {
    async function* broken() {
      yield 'one'
      throw new Error('no more')
    }
    async function* stuck() {
      yield 'one'
      await new Promise(() => {})
    }
    for (const pieces of [broken(), stuck()]) {
      const answer = await answerOf(
        (res) => void res.end(),
        () =>
          (_, { stream }) =>
            stream({ pieces, limit: { wholeMs: 50 } }),
      ).catch((error: unknown) => error)
      const text = answer instanceof Response ? answer.text() : Promise.reject(answer)
      await expect(text).rejects.toThrow()
    }
  })

  test('sent piece by piece is cut off when the visitor accepts nothing any more', async () => {
    let end = () => {}
    const ended = new Promise<void>((done) => {
      end = done
    })
    async function* endless() {
      try {
        while (true) yield Buffer.alloc(65_536)
      } finally {
        end()
      }
    }
    const answer = await answerOf(
      (res) => void res.end(),
      () =>
        (_, { stream }) =>
          stream({ pieces: endless(), limit: { pieceMs: 50 } }),
    )
    // The body is not read, so the pieces wait once the buffers are full.
    await ended
    await expect(answer.arrayBuffer()).rejects.toThrow()
  })
})
