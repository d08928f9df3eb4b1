import { once } from 'node:events'
import { Agent, type ClientRequest, type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../support/free-port'
import { type ServerProcess, startServer } from '../support/server-process'

const answerOf = (asked: ClientRequest) =>
  new Promise<{ statusCode: number | undefined; headers: IncomingHttpHeaders; words: string }>(
    (resolve, reject) => {
      asked.once('error', reject).once('response', (answer) => {
        const { statusCode, headers } = answer
        text(answer).then((words) => resolve({ statusCode, headers, words }), reject)
      })
    },
  )

/** Kept open between requests, as a proxy does. */
const oneConnection = new Agent({ keepAlive: true, maxSockets: 1 })

describe.each([
  {
    file: 'server.js',
    form: '/login',
    type: 'application/x-www-form-urlencoded',
    body: 'email=anna@mail.example',
    status: 400,
  },
  {
    file: 'api.js',
    form: '/api/v1/users/login/',
    type: 'application/json',
    body: '{"email":"anna@mail.example"}',
    status: 422,
  },
])('$file at its stop signal', ({ file, form, type, body, status }) => {
  let port: string
  let server: ServerProcess
  const sockets: { destroy(): unknown }[] = []

  beforeEach(async () => {
    port = String(await freePort())
    server = await startServer(file, {
      PORT: port,
      API_PORT: port,
      DEMO_DATA: 'off',
      SHUTDOWN_DELAY_S: '3',
    })
  })
  afterEach(async () => {
    await server.kill()
    for (const socket of sockets.splice(0)) socket.destroy()
  })

  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } })
  const getKept = async (path: string) => {
    const { statusCode, headers } = await answerOf(request({ port, path, agent: oneConnection }).end())
    return `${statusCode} ${headers.connection}`
  }
  const isNotReady = () =>
    vi.waitFor(
      async () => {
        const answer = await get('/health/ready')
        expect(`${answer.status} ${await answer.text()}`).toBe('503 not ready')
      },
      { timeout: 10_000, interval: 20 },
    )

  test('is not ready first, and for a while still answers, once on each connection', async () => {
    expect((await get('/health/ready')).status).toBe(200)
    expect(await getKept('/health')).toBe('200 keep-alive')
    const stopped = server.stop()
    await isNotReady()
    expect(await getKept('/health')).toBe('200 close')
    expect(await stopped).toBe(0)
    await expect(get('/health')).rejects.toThrow()
  })

  test('answers a request that had begun, however late its rest comes', async () => {
    const asked = request({
      port,
      path: form,
      method: 'POST',
      headers: {
        origin: `http://localhost:${port}`,
        'content-type': type,
        'content-length': body.length,
      },
    })
    sockets.push(asked)
    const answered = answerOf(asked)
    asked.write(body.slice(0, 10))
    const stopped = server.stop()
    await isNotReady()
    await vi.waitFor(() => expect(get('/health')).rejects.toThrow(), { timeout: 10_000, interval: 20 })

    asked.end(body.slice(10))
    const { statusCode, headers, words } = await answered
    expect([statusCode, headers.connection]).toEqual([status, 'close'])
    expect(words).toContain('парол')
    expect(await stopped).toBe(0)
  })

  test('does not wait for requests whose connection has ended before their turn', async () => {
    const silent = connect(Number(port), '127.0.0.1')
    sockets.push(silent)
    await once(silent, 'connect')
    const stopped = server.stop()
    await isNotReady()
    const hasty = connect(Number(port), '127.0.0.1')
    sockets.push(hasty)
    hasty.write('GET /health HTTP/1.1\r\nHost: portal\r\n\r\n'.repeat(2))
    expect((await text(hasty)).match(/HTTP\/1\.1 200/g)).toHaveLength(1)
    expect(await stopped).toBe(0)
    expect(server.stdout()).not.toContain('requests were cut off')
  })

  test('does not wait for a connection on which nothing was ever sent', async () => {
    const silent = connect(Number(port), '127.0.0.1')
    sockets.push(silent)
    await once(silent, 'connect')
    const closed = once(silent.resume(), 'close')
    expect(await server.stop()).toBe(0)
    await closed
  })
})
