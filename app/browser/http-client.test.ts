import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { httpClient } from './http-client'

let server: Server | undefined

afterEach(async () => {
  server?.closeAllConnections()
  await new Promise((closed) => (server ? server.close(closed) : closed(undefined)))
  server = undefined
})

/** A server that answers with one status after another, then repeats the last. Counts the requests. */
const serverOf = async (...answers: (number | 'cut')[]) => {
  const asked: string[] = []
  const listener: RequestListener = (req, res) => {
    asked.push(`${req.method} ${req.url}`)
    const answer = answers[Math.min(asked.length, answers.length) - 1]
    if (answer === 'cut' || answer === undefined) req.socket.destroy()
    else res.writeHead(answer, { 'content-type': 'application/json' }).end(answer === 204 ? '' : '{"ok":1}')
  }
  server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the server has no port')
  return { asked, url: `http://127.0.0.1:${address.port}/thing` }
}

const retried = [408, 409, 425, 429, 500, 502, 503, 504]
const notRetried = [400, 401, 403, 404, 405, 410, 413, 422, 451, 501, 505]
const getLike = ['GET', 'HEAD', 'OPTIONS'] as const
const changing = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

const pairs = <A, B>(some: readonly A[], others: readonly B[]): [A, B][] =>
  some.flatMap((one) => others.map((other): [A, B] => [one, other]))

test.each(pairs(getLike, retried))('a %s answered %i is retried once, then fails', async (method, status) => {
  const { asked, url } = await serverOf(status)
  await expect(httpClient(url, { method })).rejects.toMatchObject({ status })
  expect(asked).toEqual([`${method} /thing`, `${method} /thing`])
})

test.each(retried)('a GET answered %i and then 200 succeeds', async (status) => {
  const { asked, url } = await serverOf(status, 200)
  expect(await httpClient(url)).toEqual({ ok: 1 })
  expect(asked).toHaveLength(2)
})

test.each(pairs(getLike, notRetried))('a %s answered %i is not retried', async (method, status) => {
  const { asked, url } = await serverOf(status)
  await expect(httpClient(url, { method })).rejects.toMatchObject({ status })
  expect(asked).toHaveLength(1)
})

test.each(pairs(changing, [...retried, ...notRetried]))(
  'a %s answered %i is never retried',
  async (method, status) => {
    const { asked, url } = await serverOf(status)
    await expect(httpClient(url, { method, body: { a: 1 } })).rejects.toMatchObject({ status })
    expect(asked).toEqual([`${method} /thing`])
  },
)

test.each(getLike)('a %s without an answer is retried once', async (method) => {
  const { asked, url } = await serverOf('cut')
  await expect(httpClient(url, { method })).rejects.toThrow('no response')
  expect(asked).toHaveLength(2)
})

test('a GET without an answer succeeds on the retry', async () => {
  const { url } = await serverOf('cut', 200)
  expect(await httpClient(url)).toEqual({ ok: 1 })
})

test.each(changing)('a %s without an answer is never retried', async (method) => {
  const { asked, url } = await serverOf('cut')
  await expect(httpClient(url, { method, body: { a: 1 } })).rejects.toThrow('no response')
  expect(asked).toHaveLength(1)
})

test.each(pairs(['get', 'post'] as const, [503]))(
  'the method may be in lower case: %s',
  async (method, status) => {
    const { asked, url } = await serverOf(status)
    await expect(httpClient(url, { method })).rejects.toMatchObject({ status })
    expect(asked).toHaveLength(method === 'get' ? 2 : 1)
  },
)
