import { once } from 'node:events'
import { createServer } from 'node:http'
import { servedFeatures } from 'api/wire-api'
import { FaultsFound, UsageError } from 'cli/command'
import { exitCodeOf, printCommandLine, runCommandLine } from 'cli/command-line'
import type { Endpoint } from 'contract/endpoint'
import { type EndpointName, endpoints } from 'contract/endpoints'
import { ConfigError } from 'process/settings'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openForTests } from '../../support/open-for-tests'
import { jsonWith, openCheckedUpstream } from '../support/checked-upstream'

interface Call {
  name: EndpointName
  verdict: string
  deviations?: { when: string; path: string; expected: string; got: string; times: number }[]
  without?: string
  status?: number
  reason?: string
}

const upstream = openForTests(openCheckedUpstream)
let account: string

beforeAll(async () => {
  const { account: first } = await upstream.database.db
    .selectFrom('customer_accounts')
    .innerJoin('users', 'users.id', 'customer_accounts.user_id')
    .where('users.email', '=', upstream.login.email)
    .select('account')
    .executeTakeFirstOrThrow()
  account = first
})
beforeEach(() => {
  vi.stubEnv('CHECK_API_PASSWORD', upstream.login.password)
  upstream.setFault()
})

const typed = (...args: string[]) => runCommandLine(['check-api', ...args], '')

const report = (...args: string[]) =>
  typed(upstream.url, ...args).then(String, (error: unknown) => {
    if (error instanceof FaultsFound) return error.report
    throw error
  })

const asCustomer = async (...args: string[]): Promise<Call[]> => {
  const { calls } = JSON.parse(await report('--login', upstream.login.email, '--json', ...args))
  return calls
}

const withVerdict = (calls: readonly Call[], verdict: string) =>
  calls.filter((call) => call.verdict === verdict).map(({ name }) => name)

describe('an API that keeps to the contract', () => {
  test('holds in every call that changes nothing, and only those are asked', async () => {
    const calls = await asCustomer()
    expect(withVerdict(calls, 'deviates')).toEqual([])
    expect(withVerdict(calls, 'missing')).toEqual([])
    expect(calls.map(({ name }) => name)).toEqual(Object.keys(endpoints))
    const reads = Object.entries<Endpoint>(endpoints).flatMap(([name, { method, feature }]) =>
      method === 'GET' && (feature === undefined || servedFeatures.includes(feature)) ? [name] : [],
    )
    const unasked = ['verifyEmail', 'changeEmail', 'guestPaymentState', 'basket', 'calendar']
    expect(withVerdict(calls, 'holds').sort()).toEqual(
      [
        ...reads.filter((name) => !unasked.includes(name)),
        'login',
        'logout',
        'invoice',
        'payCheck',
        'basketPreview',
      ].sort(),
    )
    const changes = new Set(upstream.calls.filter((call) => !call.startsWith('GET')))
    expect(
      [...changes].filter(
        (call) =>
          !/ \/api\/v1\/(users\/log(in|out)|pay\/check|personal\/(invoice|basket-preview))\//.test(call),
      ),
    ).toEqual([])
  })

  test('holds with --write in two calls more, and is afterwards as it was', async () => {
    const { db } = upstream.database
    const state = async () => ({
      users: await db.selectFrom('users').select(['email', 'name', 'phone']).orderBy('email').execute(),
      accounts: await db.selectFrom('customer_accounts').selectAll().orderBy('account').execute(),
      letters: await db.selectFrom('outbox').select('kind').execute(),
    })
    const before = await state()
    const calls = await asCustomer('--write')
    expect(withVerdict(calls, 'deviates')).toEqual([])
    expect(withVerdict(calls, 'holds')).toEqual(
      expect.arrayContaining(['changeProfile', 'setDefaultAccount']),
    )
    expect(await state()).toEqual(before)
  })

  test('may renew the cookie of a session with any answer', async () => {
    const stale = new Set<string>()
    let renewed = ''
    upstream.setFault(({ call, request, own }) => {
      if (call.includes('/get-default-account'))
        return own().then((response) => {
          if (response.ok) response.headers.append('set-cookie', 'fresh=1; Path=/; HttpOnly')
          renewed = call
          return response
        })
      const cookie = request.headers.get('cookie')
      if (renewed && cookie && !cookie.includes('fresh=1')) stale.add(call)
      return undefined
    })
    expect(withVerdict(await asCustomer(), 'deviates')).toEqual([])
    expect(renewed).not.toBe('')
    expect([...stale]).toEqual([])
  })

  const withLoginCookies = (change: (headers: Headers) => void) =>
    upstream.setFault(({ call, own }) =>
      call.includes('/login/')
        ? own().then((response) => {
            if (response.ok) change(response.headers)
            return response
          })
        : undefined,
    )

  test('may set a session cookie with a date that browsers ignore', async () => {
    withLoginCookies((headers) => {
      const [session = ''] = (headers.get('set-cookie') ?? '').split(';')
      headers.set('set-cookie', `${session}; Path=/; HttpOnly; Expires=0`)
    })
    const calls = await asCustomer()
    expect(withVerdict(calls, 'deviates')).toEqual([])
    expect(withVerdict(calls, 'holds')).toContain('accounts')
  })

  test('may delete another cookie with a login', async () => {
    withLoginCookies((headers) => headers.append('set-cookie', 'other=; Path=/; Max-Age=0'))
    expect(withVerdict(await asCustomer(), 'deviates')).toEqual([])
  })

  test('is reported in a table, with the reason why a call was not checked', async () => {
    const table = await report('--login', upstream.login.email)
    expect(table).toMatch(/^holds {7}GET {4}\/api-gateway\/base-data$/m)
    expect(table).toMatch(/^not checked POST {3}\/api\/v1\/pay\/\n {12}begins a payment$/m)
    expect(table).toMatch(/\nholds: \d+, deviates: 0, missing: 0, not checked: \d+\n$/)
  })

  test('is checked without a customer as far as that goes', async () => {
    const { calls }: { calls: Call[] } = JSON.parse(await report('--json'))
    expect(withVerdict(calls, 'holds')).toEqual(['baseData', 'page'])
    expect(withVerdict(calls, 'deviates')).toEqual([])
  })
})

type FaultCase = {
  fault: string
  call: RegExp
  answer: (own: Response, asked: Request) => Response | Promise<Response>
  name: EndpointName
  deviation: object
}

const refusal = (status: number, body: object = { message: 'Так нельзя' }) => Response.json(body, { status })
const isUnknown = ({ url }: Request) => /\/[0-9a-f]{8}-[0-9a-f-]{27}/.test(url)
const isSignedIn = ({ headers }: Request) => headers.has('cookie')

const faults: FaultCase[] = [
  {
    fault: 'a sum in rubles, as text',
    call: /GET .*\/personal\/$/,
    answer: jsonWith('balance', '2450,50'),
    name: 'accounts',
    deviation: {
      when: 'the answer',
      path: '$.data[0].balance',
      expected: 'a number',
      got: "text '9999,99'",
      times: 3,
    },
  },
  {
    fault: 'a sum with a fraction',
    call: /GET .*\/charges\//,
    answer: jsonWith('paid', 2450.5),
    name: 'charges',
    deviation: { path: '$.data[0].paid', expected: 'a whole number', got: 'a number with a fraction' },
  },
  {
    fault: 'a moment of another form',
    call: /GET .*\/sessions\/$/,
    answer: jsonWith('createdAt', '05.10.2026 12:12'),
    name: 'sessions',
    deviation: { path: '$.data[0].createdAt', expected: 'a moment such as 2026-10-05T09:12:44Z' },
  },
  {
    fault: 'a field that is left out',
    call: /GET .*\/history\//,
    answer: jsonWith('meta', undefined),
    name: 'history',
    deviation: { path: '$.meta', expected: 'an object', got: 'nothing' },
  },
  {
    fault: 'a status of its own',
    call: /POST .*\/invoice\//,
    answer: jsonWith('status', 'НЕОПЛАЧЕН'),
    name: 'invoice',
    deviation: {
      path: '$.data.status',
      expected: 'unpaid or partial or paid or overdue',
      got: "text 'AAAAAAAAA'",
    },
  },
  {
    fault: 'an explanation whose sums do not agree',
    call: /GET .*\/invoice-explanation\//,
    answer: jsonWith('againstTotal', 1),
    name: 'invoiceExplanation',
    deviation: { path: '$.data.steps', expected: 'sums that agree with each other' },
  },
  {
    fault: 'an invoice that does not add up',
    call: /POST .*\/invoice\//,
    answer: jsonWith('openingBalance', 123_456_789),
    name: 'invoice',
    deviation: { path: '$.data.total', got: 'another sum' },
  },
  {
    fault: 'payments with the oldest first',
    call: /GET .*\/history\//,
    answer: async (own) => {
      if (!own.ok) return own
      const { data, ...rest } = await own.json()
      return Response.json({ ...rest, data: data.reverse() }, own)
    },
    name: 'history',
    deviation: { path: '$.data', expected: 'the newest payment first', got: 'another order' },
  },
  {
    fault: 'nobody signed in after a login',
    call: /GET .*\/get-current-auth\/$/,
    answer: () => Response.json({ data: null }),
    name: 'currentUser',
    deviation: { path: '$.data.id', expected: 'the customer who has signed in', got: 'nobody' },
  },
  {
    fault: "a page of somebody's web server",
    call: /GET .*\/meters\//,
    answer: () => new Response('<h1>It works</h1>', { headers: { 'content-type': 'text/html' } }),
    name: 'meters',
    deviation: { path: 'content-type', expected: 'application/json in UTF-8', got: 'text/html' },
  },
  {
    fault: 'a redirect',
    call: /GET .*\/charges\//,
    answer: () => new Response(null, { status: 302, headers: { location: '/elsewhere' } }),
    name: 'charges',
    deviation: { path: 'status', expected: '200', got: '302, a redirect' },
  },
  {
    fault: 'a fault of the server',
    call: /GET .*\/autopayments\/$/,
    answer: () => refusal(500),
    name: 'autopayments',
    deviation: { path: 'status', expected: '200', got: '500' },
  },
  {
    fault: 'accounts for anybody',
    call: /GET .*\/personal\/$/,
    answer: (own, asked) => (isSignedIn(asked) ? own : Response.json({ data: [] })),
    name: 'accounts',
    deviation: { when: 'without a session', path: 'status', expected: '401', got: '200' },
  },
  {
    fault: 'an empty history for an account that is not there',
    call: /GET .*\/history\//,
    answer: (own, asked) => (isUnknown(asked) ? Response.json({ data: [] }) : own),
    name: 'history',
    deviation: { when: 'an unknown id', path: 'status', expected: '404 or 422', got: '200' },
  },
  {
    fault: 'a refusal of another shape',
    call: /GET .*\/payment-methods\/$/,
    answer: (own, asked) => (isSignedIn(asked) ? own : refusal(401, { error: 'no session' })),
    name: 'savedMethods',
    deviation: { when: 'without a session', path: '$.message', expected: 'text', got: 'nothing' },
  },
  {
    fault: 'an unknown parameter that is refused',
    call: /GET .*\/consents\/$/,
    answer: (own, asked) => (asked.url.includes('unknown-parameter') ? refusal(400) : own),
    name: 'consents',
    deviation: { when: 'an unknown parameter', path: 'status', expected: '200', got: '400' },
  },
  {
    fault: 'a page that lacks its text',
    call: /GET .*\/api-gateway\/page$/,
    answer: jsonWith('body', 5),
    name: 'page',
    deviation: { path: '$.body', expected: 'text', got: 'a whole number' },
  },
  {
    fault: 'a cookie that scripts can read',
    call: /POST .*\/login\/$/,
    answer: (own) => {
      own.headers.set('set-cookie', (own.headers.get('set-cookie') ?? '').replace(/httponly;?/i, ''))
      return own
    },
    name: 'login',
    deviation: { path: 'set-cookie', expected: 'HttpOnly', got: 'a cookie without it' },
  },
  {
    fault: 'cookies that are too long to keep',
    call: /POST .*\/login\/$/,
    answer: (own) => {
      if (own.ok) own.headers.append('set-cookie', `more=${'x'.repeat(3_000)}; HttpOnly`)
      return own
    },
    name: 'login',
    deviation: { path: 'set-cookie', expected: '2560 bytes or fewer' },
  },
  {
    fault: 'more short cookies than fit',
    call: /POST .*\/login\/$/,
    answer: (own) => {
      if (own.ok) for (let at = 100; at < 300; at++) own.headers.append('set-cookie', `c${at}=1; HttpOnly`)
      return own
    },
    name: 'login',
    deviation: { path: 'set-cookie', expected: '2860 bytes or fewer as JSON' },
  },
  {
    fault: 'no cookie but one that it deletes',
    call: /POST .*\/login\/$/,
    answer: (own) => {
      if (own.ok) own.headers.set('set-cookie', 'session=; Max-Age=0; HttpOnly')
      return own
    },
    name: 'login',
    deviation: { path: 'set-cookie', got: 'nothing' },
  },
  {
    fault: 'no cookie at all',
    call: /POST .*\/login\/$/,
    answer: (own) => {
      own.headers.delete('set-cookie')
      return own
    },
    name: 'login',
    deviation: { path: 'set-cookie', got: 'nothing' },
  },
]

/** Without these nothing else can be asked. */
const needed: readonly EndpointName[] = ['login', 'accounts']

/** Faults of different calls are met in one run. */
const runs: FaultCase[][] = []
for (const fault of faults) {
  const names = (run: readonly FaultCase[]) => run.map(({ name }) => name)
  const run = runs.find((one) => !names(one).some((name) => name === fault.name || needed.includes(name)))
  if (run && !needed.includes(fault.name)) run.push(fault)
  else runs.push([fault])
}

describe('an API that deviates', () => {
  test.each(runs.map((run) => ({ run, by: run.map(({ fault }) => fault).join(', ') })))(
    'by $by is told so, with the place',
    async ({ run }) => {
      upstream.setFault(({ call: asked, request, own }) => {
        const fault = run.find(({ call }) => call.test(asked))
        return fault && own().then((response) => fault.answer(response, request))
      })
      const calls = await asCustomer()
      expect(withVerdict(calls, 'deviates').sort()).toEqual(run.map(({ name }) => name).sort())
      for (const { name, fault, deviation } of run)
        expect(calls.find((one) => one.name === name)?.deviations, fault).toContainEqual(
          expect.objectContaining(deviation),
        )
    },
  )

  test('by a logout that leaves the session open', async () => {
    upstream.setFault(({ call }) =>
      call.includes('/logout/') ? Promise.resolve(new Response(null, { status: 204 })) : undefined,
    )
    const logout = (await asCustomer()).find(({ name }) => name === 'logout')
    expect(logout?.deviations).toMatchObject([
      { when: 'the accounts, with the cookie of before', expected: '401', got: '200' },
    ])
  })

  test('by an answer that never comes is waited for no longer than told', async () => {
    upstream.setFault(({ call }) => (call.includes('/meters/') ? new Promise(() => {}) : undefined))
    const calls = await asCustomer('--timeout', '3000')
    expect(calls.find(({ name }) => name === 'meters')?.deviations).toMatchObject([
      { path: 'answer', expected: '200', got: 'no whole answer in 3000 ms' },
    ])
  })

  test('is told without anything that its answers say of the customer', async () => {
    const { name, email } = await upstream.database.db
      .selectFrom('users')
      .where('email', '=', upstream.login.email)
      .select(['name', 'email'])
      .executeTakeFirstOrThrow()
    const inPlace: Record<string, string> = { sessions: name, consents: email, autopayments: account }
    upstream.setFault(({ call }) => {
      const data = inPlace[call.split('/').at(-2) ?? '']
      return data === undefined ? undefined : Promise.resolve(Response.json({ data }))
    })
    const said = await report('--login', upstream.login.email)
    expect(said.match(/expected a list, got text/g)).toHaveLength(3)
    for (const personal of [name, email, account, upstream.login.password])
      expect(said).not.toContain(personal)
  })
})

describe('an API that lacks', () => {
  test('calls, by 404, 405 or 501, is told what customers miss', async () => {
    const lacking = { charges: 404, sessions: 405, consents: 501 }
    upstream.setFault(({ call }) => {
      const [, status] = Object.entries(lacking).find(([name]) => call.includes(`/${name}/`)) ?? []
      return status === undefined ? undefined : Promise.resolve(refusal(status))
    })
    const calls = await asCustomer()
    expect(withVerdict(calls, 'missing').sort()).toEqual(Object.keys(lacking).sort())
    for (const [name, status] of Object.entries(lacking))
      expect(calls.find((call) => call.name === name)).toMatchObject({ status })
    expect(calls.find(({ name }) => name === 'charges')).toMatchObject({
      without: 'a line stands in the place of the chart of charges',
    })
  })

  test('the login is told that nobody can sign in', async () => {
    upstream.setFault(({ call }) => (call.includes('/login/') ? Promise.resolve(refusal(404)) : undefined))
    const calls = await asCustomer()
    expect(withVerdict(calls, 'missing')).toEqual(['login'])
    expect(calls.find(({ name }) => name === 'history')).toMatchObject({ reason: 'nobody is signed in' })
  })

  test('an optional feature is not asked for it', async () => {
    upstream.setFault(({ call, own }) =>
      call.includes('base-data') ? own().then(jsonWith('features', ['security', 'basket'])) : undefined,
    )
    const calls = await asCustomer()
    expect(calls.find(({ name }) => name === 'meters')).toMatchObject({
      verdict: 'not checked',
      reason: 'base data do not name the feature readings',
    })
    expect(upstream.calls.filter((call) => call.includes('/meters/'))).toEqual([])
    expect(withVerdict(calls, 'holds')).toContain('sessions')
  })

  test('patience, with 429, is to be checked again later', async () => {
    upstream.setFault(({ call }) => (call.includes('/export/') ? Promise.resolve(refusal(429)) : undefined))
    const calls = await asCustomer()
    expect(calls.find(({ name }) => name === 'exportData')).toMatchObject({ verdict: 'not checked' })
  })
})

describe('the command', () => {
  test('says that the password is wrong, and goes on without a customer', async () => {
    vi.stubEnv('CHECK_API_PASSWORD', 'wrong')
    const calls = await asCustomer()
    expect(withVerdict(calls, 'deviates')).toEqual(['login'])
    expect(calls.find(({ name }) => name === 'accounts')).toMatchObject({ reason: 'nobody is signed in' })
  })

  test('prints the report of what it found, and ends with 1', async () => {
    upstream.setFault(({ call }) => (call.includes('base-data') ? Promise.resolve(refusal(500)) : undefined))
    const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const codeBefore = process.exitCode
    try {
      await printCommandLine(['check-api', upstream.url], '')
      expect(process.exitCode).toBe(1)
      expect(String(printed.mock.calls[0]?.[0])).toMatch(/^deviates +GET +\/api-gateway\/base-data\n/)
    } finally {
      process.exitCode = codeBefore
    }
  })

  test('sends the secret of a portal', async () => {
    const secret = 'a secret of more than thirty-two characters'.replaceAll(' ', '-')
    vi.stubEnv('API_SECRET', `${secret},another-${secret}`)
    const sent = new Set<string | null>()
    upstream.setFault(({ request }) => void sent.add(request.headers.get('authorization')))
    await report()
    expect([...sent]).toEqual([`Bearer ${secret}`])
  })

  test('needs no settings of a server', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    vi.stubEnv('PAYMENT_GATEWAY', 'no such gateway')
    expect(await report()).toContain('holds')
  })

  test('says that nothing is at the address', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    server.close()
    await once(server, 'close')
    const port = typeof address === 'string' ? undefined : address?.port
    const error = await typed(`http://127.0.0.1:${port}`).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ConfigError)
    expect(error).toMatchObject({ message: expect.stringContaining('there is no connection') })
    expect(exitCodeOf(error)).toBe(1)
  })

  test.each([
    ['portal.example'],
    ['ftp://portal.example'],
    ['http://anna:secret@portal.example'],
    ['http://portal.example?key=1'],
    ['http://portal.example', '--timeout', 'soon'],
    ['http://portal.example', '--write'],
  ])('does not begin with %s %s %s', async (...args) => {
    await expect(typed(...args)).rejects.toThrow(UsageError)
  })
})
