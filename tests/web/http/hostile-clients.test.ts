import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../support/free-port'
import { isLongRun, printFigure, times } from '../../support/long-run'
import { peakMemory } from '../../support/peak-memory'
import { demoLoginOf, type ServerProcess, startServer } from '../support/server-process'

vi.setConfig({ testTimeout: 120_000 })

const MIB = 1024 * 1024
const ENDLESS = 1024 * MIB
const MOST_MEMORY = 50 * MIB
/** Includes the buffers of both sockets. */
const MOST_SENT = 64 * MIB
const SLOW_SOCKETS = 500
const LOGINS = times(40, 500)
/** Longer beside other tests: the long run measures alone. */
const SLOWEST_LOGIN_MS = isLongRun ? 1_000 : 5_000

/** The two servers, and what a login is for each. */
const servers = {
  'server.js': {
    path: '/login',
    type: 'application/x-www-form-urlencoded',
    body: (login: object) => new URLSearchParams(Object.entries(login)).toString(),
    signedIn: 303,
  },
  'api.js': {
    path: '/api/v1/users/login/',
    type: 'application/json',
    body: (login: object) => JSON.stringify(login),
    signedIn: 200,
  },
} as const

describe.each(['server.js', 'api.js'] as const)('%s', (file) => {
  const { path, type, body, signedIn } = servers[file]
  let server: ServerProcess
  let port: number
  let origin: string
  let login: string

  beforeAll(async () => {
    port = await freePort()
    origin = `http://127.0.0.1:${port}`
    server = await startServer(file, {
      PORT: String(port),
      API_PORT: String(port),
      PUBLIC_URL: origin,
      PAYMENT_GATEWAY: 'sandbox',
      SMTP_URL: 'file:',
      DEMO_DATA: 'on',
      POST_LIMIT: '1000000',
      LOG_LEVEL: 'warn',
    })
    login = body(await demoLoginOf(server))
  })
  afterAll(() => server.stop())

  const headers = () => ({ 'content-type': type, origin, 'sec-fetch-site': 'same-origin' })

  /** Milliseconds until the answer to a login with the right password. */
  const signIn = async () => {
    const before = performance.now()
    const answer = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: headers(),
      body: login,
      redirect: 'manual',
    })
    await answer.arrayBuffer()
    expect(answer.status).toBe(signedIn)
    return performance.now() - before
  }

  const head = (extra: string) =>
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${origin}\r\nSec-Fetch-Site: same-origin\r\n` +
    `Content-Type: ${type}\r\n${extra}\r\n`

  const open = async () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }

  const resetPeak = () => writeFileSync(`/proc/${server.pid}/clear_refs`, '5')

  /** Sends chunks until all have been taken or the server has closed; returns the bytes sent and the answer. */
  const pour = async (socket: Socket, size = ENDLESS) => {
    const chunk = Buffer.concat([
      Buffer.from(`${MIB.toString(16)}\r\n`),
      Buffer.alloc(MIB, 'x'),
      Buffer.from('\r\n'),
    ])
    let answer = ''
    socket.setEncoding('utf8').on('data', (part) => {
      answer += part
    })
    // Not events.once, which rejects when the server resets the connection.
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write(head('Transfer-Encoding: chunked\r\n'))
    let sent = 0
    while (sent < size && !socket.destroyed) {
      sent += MIB
      if (!socket.write(chunk))
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
    }
    socket.destroy()
    await closed
    return { sent, answer: /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'connection closed' }
  }

  test('an endless body costs little memory', async () => {
    for (let nth = 0; nth < 10; nth += 1) await signIn()
    // An idle process takes some memory for its first body, whatever the size.
    await pour(await open(), 64 * MIB)
    resetPeak()
    const before = peakMemory(server.pid)
    const { sent, answer } = await pour(await open())
    const cost = peakMemory(server.pid) - before
    expect(['413', 'connection closed']).toContain(answer)
    expect(sent).toBeLessThan(MOST_SENT)
    expect(cost).toBeLessThan(MOST_MEMORY)
    expect(await signIn()).toBeGreaterThan(0)
    printFigure(
      10,
      `${file}: of a body of 1 GB ${sent / MIB} MiB were sent (${answer}), memory + ${(cost / MIB).toFixed(1)} MiB`,
    )
  })

  test(`${SLOW_SOCKETS} slow clients do not delay a login`, async () => {
    for (let nth = 0; nth < 10; nth += 1) await signIn()
    const slow = await Promise.all(
      Array.from({ length: SLOW_SOCKETS }, async (_, nth) => {
        const socket = await open()
        // One half never ends its headers, the other one its body.
        socket.write(nth % 2 === 0 ? head('').slice(0, -2) : head('Content-Length: 60000\r\n'))
        return socket
      }),
    )
    const drip = setInterval(() => {
      for (const socket of slow) if (!socket.destroyed) socket.write('x')
    }, 1_000)
    const spent: number[] = []
    for (let nth = 0; nth < LOGINS; nth += 1) spent.push(await signIn())
    clearInterval(drip)
    const stillOpen = slow.filter(({ destroyed }) => !destroyed).length
    for (const socket of slow) socket.destroy()
    // The time limits for headers and bodies may end some on a slow machine.
    expect(stillOpen).toBeGreaterThan(SLOW_SOCKETS / 2)
    const p99 = spent.toSorted((a, b) => a - b)[Math.ceil(0.99 * LOGINS) - 1] ?? Number.NaN
    expect(p99).toBeLessThan(SLOWEST_LOGIN_MS)
    printFigure(
      10,
      `${file}: p99 of ${LOGINS} logins beside ${SLOW_SOCKETS} slow sockets ${p99.toFixed(0)} ms, ${stillOpen} still open`,
    )
  })
})
