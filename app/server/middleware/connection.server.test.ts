import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import express from 'express'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listenForTests } from '../../../tests/support/listen-for-tests'
import { readPostedBody } from '../http/posted-body.server'
import { ARRIVAL_LIMIT_MS, arrivalLimit } from './connection.server'

let arrived: (req: IncomingMessage) => void
const app = express()
app.use(arrivalLimit)
app.use((req, res) => {
  arrived(req)
  if (req.path === '/refused' || req.path === '/imports/refused') return void res.status(401).end('refused')
  readPostedBody(req).then(
    (body) => res.end(body),
    () => res.destroy(),
  )
})
const server = listenForTests(app)

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A request of ten bytes; five have arrived. */
const halfSent = async (path: string, length: Record<string, string> = { 'content-length': '10' }) => {
  const outgoing = request({
    port: server.port,
    host: '127.0.0.1',
    path,
    method: 'POST',
    headers: { ...length, connection: 'keep-alive' },
    agent: false,
  })
  const answer = once(outgoing, 'response').then(async ([response]: IncomingMessage[]) => ({
    status: response?.statusCode,
    text: response && (await text(response)),
  }))
  const seen = new Promise<IncomingMessage>((resolve) => {
    arrived = resolve
  })
  outgoing.write('first')
  return { outgoing, answer, seen: await seen }
}

test.each([{ 'content-length': '10' }, { 'transfer-encoding': 'chunked' }])(
  'a form that takes longer than the limit is answered with 408, and the connection is closed: %j',
  async (length) => {
    const { answer, seen } = await halfSent('/login', length)
    vi.advanceTimersByTime(ARRIVAL_LIMIT_MS)
    expect((await answer).status).toBe(408)
    await vi.waitFor(() => expect(seen.socket.destroyed).toBe(true))
  },
)

test('a form may take a little less', async () => {
  const { outgoing, answer } = await halfSent('/login')
  vi.advanceTimersByTime(ARRIVAL_LIMIT_MS - 1)
  outgoing.end('-last')
  expect(await answer).toEqual({ status: 200, text: 'first-last' })
})

test('a table may take longer', async () => {
  const { outgoing, answer } = await halfSent('/imports/payments')
  vi.advanceTimersByTime(2 * ARRIVAL_LIMIT_MS)
  outgoing.end('-last')
  expect(await answer).toEqual({ status: 200, text: 'first-last' })
})

test.each(['/refused', '/imports/refused'])(
  'what is left of an answered request has the limit: %s',
  async (path) => {
    const { answer, seen } = await halfSent(path)
    expect((await answer).status).toBe(401)
    expect(seen.socket.destroyed).toBe(false)
    vi.advanceTimersByTime(ARRIVAL_LIMIT_MS)
    await vi.waitFor(() => expect(seen.socket.destroyed).toBe(true))
  },
)
