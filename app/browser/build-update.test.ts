import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { fetchJson } from './build-update'

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
    else res.writeHead(answer, { 'content-type': 'application/json' }).end('{"ok":1}')
  }
  server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the server has no port')
  return { asked, url: `http://127.0.0.1:${address.port}/thing` }
}

const retried = [408, 409, 425, 429, 500, 502, 503, 504]
const notRetried = [400, 401, 403, 404, 405, 410, 413, 422, 451, 501, 505]

test.each(retried)('%i is retried once, then fails', async (status) => {
  const { asked, url } = await serverOf(status)
  await expect(fetchJson(url)).rejects.toThrow(`: ${status}`)
  expect(asked).toEqual(['GET /thing', 'GET /thing'])
})

test.each(retried)('%i and then 200 succeeds', async (status) => {
  const { asked, url } = await serverOf(status, 200)
  expect(await fetchJson(url)).toEqual({ ok: 1 })
  expect(asked).toHaveLength(2)
})

test.each(notRetried)('%i is not retried', async (status) => {
  const { asked, url } = await serverOf(status)
  await expect(fetchJson(url)).rejects.toThrow(`: ${status}`)
  expect(asked).toHaveLength(1)
})

test('a request without a response is retried once, then fails', async () => {
  const { asked, url } = await serverOf('cut')
  await expect(fetchJson(url)).rejects.toThrow('fetch failed')
  expect(asked).toHaveLength(2)
})

test('a request without a response succeeds on the retry', async () => {
  const { url } = await serverOf('cut', 200)
  expect(await fetchJson(url)).toEqual({ ok: 1 })
})
