import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { listenForTests } from '../../../tests/support/listen-for-tests'
import { MAX_BODY_BYTES, readPostedBody } from './posted-body.server'

let outcome: Promise<Buffer | null | 'gone'>
let received: (req: IncomingMessage) => void = () => {}
const server = listenForTests((req, res) => {
  outcome = readPostedBody(req).catch(() => 'gone' as const)
  received(req)
  void outcome.then((body) => res.end(body === null ? 'too long' : 'taken'))
})

const post = (headers: Record<string, string> = {}) => {
  const outgoing = request({ port: server.port, host: '127.0.0.1', method: 'POST', headers, agent: false })
  outgoing.on('error', () => {})
  return outgoing
}

describe('a posted body', () => {
  test.each([0, 1, MAX_BODY_BYTES])('of %i bytes is read whole', async (size) => {
    const body = Buffer.alloc(size, 'ё')
    const outgoing = post()
    outgoing.end(body)
    await once(outgoing, 'response')
    expect(await outcome).toEqual(body)
  })

  test('keeps characters split between chunks', async () => {
    const outgoing = post()
    const [first, second] = [Buffer.from('ё').subarray(0, 1), Buffer.from('ё').subarray(1)]
    outgoing.write(first)
    outgoing.end(second)
    await once(outgoing, 'response')
    expect((await outcome)?.toString()).toBe('ё')
  })

  test('with a Content-Length over the limit is not read', async () => {
    const outgoing = post({ 'content-length': String(MAX_BODY_BYTES + 1) })
    outgoing.flushHeaders()
    await once(outgoing, 'response')
    expect(await outcome).toBeNull()
    outgoing.destroy()
  })

  test('over the limit is answered before its end', async () => {
    const outgoing = post({ 'transfer-encoding': 'chunked' })
    outgoing.write(Buffer.alloc(MAX_BODY_BYTES + 1))
    await once(outgoing, 'response')
    expect(await outcome).toBeNull()
    outgoing.destroy()
  })

  test('of a visitor who disconnects is dropped', async () => {
    const arrived = new Promise<void>((resolve) => {
      received = () => resolve()
    })
    const outgoing = post({ 'content-length': '100' })
    outgoing.write('half')
    await arrived
    outgoing.destroy()
    expect(await outcome).toBe('gone')
  })
})
