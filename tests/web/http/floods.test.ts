import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../support/free-port'
import { isLongRun, printFigure, times } from '../../support/long-run'
import { peakMemory } from '../../support/peak-memory'
import { demoLoginOf, type ServerProcess, startServer } from '../support/server-process'

vi.setConfig({ testTimeout: 120_000 })

const MIB = 1024 * 1024
const FLOOD_MS = times(2_000, 10_000)
/** Longer beside other tests: the long run measures alone. */
const CUSTOMERS_P95_MS = isLongRun ? 1_000 : 3_000
const LOGIN_MS = isLongRun ? 3_000 : 6_000

interface Asked {
  path: string
  cookie?: string
  form?: Record<string, string>
  agent?: Agent
}
interface Answered {
  status: number
  ms: number
}

let server: ServerProcess
let port: number
let origin: string
/** Two sessions of the demo customer: of the customer, and of a client that floods. */
let customer: string
let flooder: string

/** Starts the server with the settings of a trial. */
const start = async (settings: Record<string, string> = {}) => {
  port = await freePort()
  origin = `http://127.0.0.1:${port}`
  server = await startServer('server.js', {
    PORT: String(port),
    PUBLIC_URL: origin,
    PAYMENT_GATEWAY: 'sandbox',
    SMTP_URL: 'file:',
    DEMO_DATA: 'on',
    POST_LIMIT: '1000000',
    LOG_LEVEL: 'warn',
    ...settings,
  })
}

const send = ({ path, cookie, form, agent }: Asked): ClientRequest => {
  const body = form && new URLSearchParams(form).toString()
  const sent = request(new URL(path, origin), {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(cookie && { cookie }),
      ...(body && { origin, 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(agent && { agent }),
  })
  sent.end(body)
  return sent
}

const ask = async (asked: Asked): Promise<Answered> => {
  const before = performance.now()
  const [answer]: IncomingMessage[] = await once(send(asked), 'response')
  for await (const _ of answer ?? []);
  return { status: answer?.statusCode ?? 0, ms: performance.now() - before }
}

const signIn = async () => {
  const login = await demoLoginOf(server)
  const [answer]: IncomingMessage[] = await once(send({ path: '/login', form: { ...login } }), 'response')
  answer?.resume()
  const [line = ''] = (answer?.headers['set-cookie'] ?? []).filter((set) => set.startsWith('session='))
  expect(line).not.toBe('')
  return line.split(';')[0] ?? ''
}

const percentile = (answers: readonly Answered[], part: number) =>
  answers.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(answers.length * part)] ?? Number.NaN

/** Repeats the request with a pause until that time. */
const visit = async (until: number, asked: (nth: number) => Asked) => {
  const agent = new Agent({ keepAlive: true })
  const answers: Answered[] = []
  for (let nth = 0; Date.now() < until; nth += 1) {
    answers.push(await ask({ ...asked(nth), agent }))
    await wait(150)
  }
  agent.destroy()
  return answers
}

describe('beside a flood over 100 connections', () => {
  beforeAll(async () => {
    await start()
    customer = await signIn()
    flooder = await signIn()
    for (const path of ['/login', '/personal', '/personal/invoice.pdf']) await ask({ path, cookie: customer })
  })
  afterAll(() => server.stop())

  const wrongLogin = (nth: number) => ({ email: `visitor-${nth}@mail.example`, password: 'wrong password' })
  const floods = Object.entries<(nth: number) => Asked>({
    'of payment results': (nth) => ({ path: `/pay/${nth % 2 ? 'success' : 'failed'}?payment=${nth}` }),
    'of payment results without a payment': () => ({ path: '/pay/success' }),
    'of forged session cookies': (nth) => ({
      path: ['/login', '/pay', '/styleguide', '/pay/success?payment=1'][nth % 4] ?? '',
      cookie: 'session=forged',
    }),
    'of pages of guests': (nth) => ({ path: `${['/pay', '/about', '/login'][nth % 3]}?${nth}` }),
    'of forms of guests': (nth) => ({ path: '/login', form: wrongLogin(nth) }),
    'of pages of one customer': (nth) => ({
      path: ['/personal', '/personal/history', '/personal/invoice'][nth % 3] ?? '',
      cookie: flooder,
    }),
    'of payment results of one customer': () => ({
      path: '/personal/pay-success?payment=1',
      cookie: flooder,
    }),
    'of forms of one customer': () => ({
      path: '/personal/profile',
      cookie: flooder,
      form: { intent: 'profile', name: '' },
    }),
    'of PDFs of one customer': () => ({ path: '/personal/invoice.pdf', cookie: flooder }),
  })

  /** The short run has one of each class of requests: app/server/http/admission.server.ts. */
  const ofEachClass = [
    'of payment results',
    'of forged session cookies',
    'of forms of guests',
    'of PDFs of one customer',
  ]
  const tried = floods.filter(([name]) => isLongRun || ofEachClass.includes(name))

  test.each(tried)('%s, customers are served, and guests sign in', async (name, asked) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 100 })
    const until = Date.now() + FLOOD_MS
    let flooded = 0
    const flood = Array.from({ length: 100 }, async () => {
      while (Date.now() < until) {
        flooded += 1
        await ask({ ...asked(flooded), agent })
      }
    })
    await wait(300)
    const [customers, guests, logins] = await Promise.all([
      visit(until, () => ({ path: '/personal', cookie: customer })),
      visit(until, () => ({ path: '/login' })),
      visit(until, (nth) => ({ path: '/login', form: wrongLogin(1_000_000 + nth) })),
    ])
    await Promise.all(flood)
    agent.destroy()

    expect(flooded).toBeGreaterThan(100)
    expect(new Set(customers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(percentile(customers, 0.95)).toBeLessThan(CUSTOMERS_P95_MS)
    expect(new Set(guests.map(({ status }) => status))).toEqual(new Set([200]))
    // 429 also means that the form was handled.
    for (const { status } of logins) expect([400, 429]).toContain(status)
    expect(Math.max(...logins.map(({ ms }) => ms))).toBeLessThan(LOGIN_MS)
    const p95Ms = percentile(customers, 0.95).toFixed(0)
    const slowestMs = Math.max(...logins.map(({ ms }) => ms)).toFixed(0)
    printFigure(20, `flood ${name}: p95 of customers ${p95Ms} ms, slowest login of guests ${slowestMs} ms`)
  })
})

describe('a burst of 500 guests', () => {
  beforeAll(() => start())
  afterAll(() => server.stop())

  test.each([
    ['for a page that nobody has asked for before', '/about'],
    ['for a cached page', '/login'],
  ])('%s is served whole, though another process takes a core', async (_, path) => {
    if (path === '/login') await ask({ path })
    const busy = spawn(process.execPath, ['-e', 'for (;;);'])
    try {
      await once(busy, 'spawn')
      const agent = new Agent({ maxSockets: 500 })
      const answers = await Promise.all(Array.from({ length: 500 }, () => ask({ path, agent })))
      expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    } finally {
      busy.kill('SIGKILL')
    }
  })
})

describe('a client that sends requests without waiting for answers', () => {
  beforeAll(() => start({ NODE_OPTIONS: '--max-old-space-size=256' }))
  afterAll(() => server.stop())

  test('is cut off before 8 MB of them take the memory', async () => {
    for (let nth = 0; nth < 20; nth += 1) await ask({ path: '/login' })
    const before = peakMemory(server.pid)
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.resume()
    const piece = Buffer.from('GET /styleguide HTTP/1.1\r\nHost: portal\r\n\r\n'.repeat(1_000))
    for (let sent = 0; sent < 8 * MIB && !socket.destroyed; sent += piece.length)
      if (!socket.write(piece))
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
    await closed
    expect((await ask({ path: '/login' })).status).toBe(200)
    const cost = (peakMemory(server.pid) - before) / MIB
    expect(cost).toBeLessThan(50)
    printFigure(10, `8 MB of requests on one connection: memory + ${cost.toFixed(0)} MiB`)
  })
})
