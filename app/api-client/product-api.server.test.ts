import { randomUUID } from 'node:crypto'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { type CallInput, type EndpointName, endpoints } from 'contract/endpoints'
import { accountNumber } from 'contract/identifiers'
import { toKopecks } from 'contract/money'
import { afterAll, describe, expect, test } from 'vitest'
import { combinationsOf, product, valuesOf } from '../../tests/support/pairwise'
import { defaultAnswers } from '../../tests/web/support/default-answers'
import { fakeUpstreamOfThisFile } from '../../tests/web/support/fake-upstream'
import { type Fault, faults, statusOf } from '../../tests/web/support/upstream-faults'
import { callProductApi } from './product-api.server'
import { createRemoteTransport } from './remote-transport.server'

const upstream = await fakeUpstreamOfThisFile()
const transport = createRemoteTransport(upstream.url)
afterAll(() => transport.close())

const passwords = { password: 'сорок две птицы', password_confirmation: 'сорок две птицы' }
const number = accountNumber.parse('1000/2000 30')
const amount = toKopecks(12_345)
const back = { successUrl: 'https://portal.example.test/ok', failedUrl: 'https://portal.example.test/no' }

/** A complete input for each kind of call. */
const inputs: { [Name in EndpointName]?: CallInput<Name> } = {
  baseData: {},
  page: { query: { path: '/about/a b' } },
  currentUser: {},
  login: { body: { email: 'a@example.test', password: 'p' } },
  logout: {},
  registration: {
    body: {
      name: 'Анна',
      email: 'a@example.test',
      phone: null,
      ...passwords,
      consent: true,
      consentVersion: '1',
    },
  },
  verifyEmailRequest: { body: { email: 'a@example.test' } },
  verifyEmail: { id: 'a/b?c', query: { code: '1 2&3' } },
  forgotPassword: { body: { email: 'a@example.test' } },
  changePassword: { id: 'a%b', query: 'code=1%202&x=%D0%B9&x=2', body: passwords },
  changeProfile: { body: { name: 'Анна', phone: '+79991234567' } },
  changeProfilePassword: { body: { password_old: 'old', ...passwords } },
  changeEmailRequest: { body: { email: 'b@example.test' } },
  changeEmail: { query: 'id=1&code=%2B' },
  changeEmailUndo: { id: 'x', body: { code: '1' } },
  loginSecondStep: { body: { token: 't', code: '123456' } },
  sessions: {},
  endSession: { id: 's-1' },
  endOtherSessions: {},
  notMe: { id: 'x', body: { code: '1' } },
  secondStep: {},
  secondStepSetup: { body: { password: 'old' } },
  secondStepConfirm: { body: { code: '123456' } },
  secondStepOff: { body: { password: 'old', code: '123456' } },
  consents: {},
  deletion: { body: { password: 'old' } },
  deletionUndo: { id: 'x', body: { code: '1' } },
  addAccount: { body: { account: number, proof: '7' } },
  accounts: { query: { filter: 'Дача' } },
  setDefaultAccount: { id: number },
  changeAccountTitle: { id: number, body: { title: 'Дача' } },
  deleteAccount: { id: number },
  defaultAccount: {},
  history: {
    id: number,
    query: { from: '2026-01-01', to: '2026-02-01', status: 'succeeded', cursor: 'c', limit: '20' },
  },
  invoice: { id: number, body: { period: '2026-09' } },
  charges: { id: number, query: { months: '24' } },
  payCheck: { body: { account: number } },
  guestPayment: {
    idempotencyKey: randomUUID(),
    body: { account: number, amount, email: 'a@example.test', ...back },
  },
  guestPaymentState: { id: 'p-1' },
  personalPayment: {
    id: number,
    idempotencyKey: randomUUID(),
    confirmed: false,
    displayedBalances: [-5],
    body: { amount, saveMethod: false, ...back },
  },
  personalPaymentState: { id: 'p-1' },
  savedMethods: {},
  deleteSavedMethod: { id: 'm-1' },
  autopayments: {},
  newAutopayment: {
    idempotencyKey: randomUUID(),
    body: { account: number, rule: 'invoice', limit: amount, consent: true, ...back },
  },
  changeAutopayment: { id: 'a-1', body: { status: 'paused' } },
  autopaymentRuns: { id: 'a-1' },
  optOutOfCharge: { id: 'a-1', body: { code: '1' } },
  deleteAutopayment: { id: 'a-1' },
}

const names = Object.keys(inputs).filter((name): name is EndpointName => name in endpoints)

interface Options {
  timeoutMs?: number
  signal?: AbortSignal
  headers?: Record<string, string>
  onSetCookies?: (setCookies: string[]) => boolean
}

const call = <Name extends EndpointName>(
  name: Name,
  input: CallInput<Name> | undefined = inputs[name],
  { timeoutMs = 5_000, headers = {}, ...more }: Options = {},
) => {
  if (input === undefined) throw new Error(`There is no input for ${name}`)
  return callProductApi(transport, name, input, {
    headers: {
      'x-request-id': randomUUID(),
      ...(name === 'baseData' ? {} : { 'x-forwarded-for': '203.0.113.7' }),
      ...headers,
    },
    timeoutMs,
    ...more,
  })
}

describe.each(names)('the call %s', (name) => {
  test('sends the request that its endpoint declares and accepts its answer', async () => {
    const result = await call(name)
    expect(result).toEqual({ ok: true, answer: defaultAnswers[name] })
    expect(upstream.calls).toHaveLength(1)
  })

  test('is sent once when the connection breaks, whether the connection is new or reused', async () => {
    await call('baseData')
    upstream.on(name, 'reset')
    expect(await call(name)).toMatchObject({ ok: false, failure: { kind: 'unavailable', status: 502 } })
    expect(await call(name)).toMatchObject({ ok: false, failure: { kind: 'unavailable', status: 502 } })
    expect(upstream.named(name)).toHaveLength(name === 'baseData' ? 3 : 2)
  })
})

const statuses = [400, 401, 403, 404, 408, 409, 410, 422, 425, 429, 500, 501, 502, 503, 504]

test.each(combinationsOf(product({ name: names, status: statuses }), valuesOf))(
  'the call $name is sent once when the answer is $status',
  async ({ name, status }) => {
    upstream.on(name, { status, body: { message: 'Нет' } })
    expect(await call(name)).toMatchObject({ ok: false })
    expect(upstream.calls).toHaveLength(1)
  },
)

describe('the address of a call', () => {
  test('encodes the id and the query', async () => {
    await call('verifyEmail')
    expect(upstream.calls[0]).toMatchObject({
      path: '/api/v1/users/verify-email/a%2Fb%3Fc?code=1+2%263',
      id: 'a/b?c',
    })
    expect(upstream.calls[0]?.query.get('code')).toBe('1 2&3')
  })

  test.each([
    ['with a path', (url: URL) => url.href],
    ['with a path and a trailing slash', (url: URL) => `${url.href}/`],
  ])('is appended to a base address %s', async (_, address) => {
    const own = createRemoteTransport(new URL(address(upstream.url)))
    const options = { headers: { 'x-request-id': randomUUID() }, timeoutMs: 5_000 }
    expect(await callProductApi(own, 'baseData', {}, options)).toMatchObject({ ok: true })
    await own.close()
  })

  test.each(['code=1&x=%2B+a&code=2&empty=&%D1%8F', 'a=b%20c', 'novalue'])(
    'passes the raw query on unchanged: %s',
    async (query) => {
      await call('changePassword', { id: 'x', query, body: passwords })
      expect(upstream.calls[0]?.path).toBe(`/api/v1/users/change-password/x?${query}`)
    },
  )

  test('has no question mark without a query', async () => {
    await call('changeEmail', { query: '' })
    await call('accounts', { query: { filter: '' } })
    await call('accounts', { query: {} })
    expect(upstream.calls.map(({ path }) => path)).toEqual([
      '/api/v1/users/change-email',
      '/api/v1/personal/',
      '/api/v1/personal/',
    ])
  })

  test.each([
    '.',
    '..',
    '',
    '%2e%2e',
    '../../logout/',
    '/',
    '\\..\\',
    '?',
    '#',
    '\0',
    'а',
    '@',
    '//evil',
    '$&',
  ])('does not leave its endpoint when the id is %j', async (id) => {
    const result = await call('verifyEmail', { id, query: { code: '1' } })
    if (id === '.' || id === '..' || id === '') {
      expect(result).toMatchObject({ ok: false, failure: { kind: 'missing' } })
      expect(upstream.calls).toEqual([])
    } else {
      expect(result).toMatchObject({ ok: true })
      expect(upstream.calls).toMatchObject([{ name: 'verifyEmail', id }])
    }
  })
})

describe('a refused call', () => {
  const body = {
    message: 'Так нельзя',
    code: 'why',
    errors: { email: ['Не тот'] },
    proof: { label: 'Номер квартиры' },
    another: 'field',
  }
  const message = body.message

  test.each([
    [400, { kind: 'invalid', message, code: 'why', errors: body.errors, proof: body.proof }],
    [422, { kind: 'invalid', message, code: 'why', errors: body.errors, proof: body.proof }],
    [401, { kind: 'unauthorized', message, errors: body.errors }],
    [403, { kind: 'forbidden', message, code: 'why', secondStep: null }],
    [404, { kind: 'missing', message, code: 'why' }],
    [409, { kind: 'conflict', message, code: 'why' }],
    [410, { kind: 'gone', message, errors: body.errors }],
    [429, { kind: 'throttled', message, retryAfter: '17' }],
  ])('with %i keeps the API’s message', async (status, failure) => {
    upstream.on('addAccount', { status, body, headers: { 'retry-after': '17' } })
    expect(await call('addAccount')).toEqual({ ok: false, failure })
  })

  test('that asks for a second step tells what finishes the login', async () => {
    const secondStep = { token: 'token-of-the-login' }
    upstream.on('addAccount', { status: 403, body: { message, code: 'second_step', secondStep } })
    const failure = { kind: 'forbidden', message, code: 'second_step', secondStep }
    expect(await call('addAccount')).toEqual({ ok: false, failure })
  })

  test.each([undefined, null, { token: '' }])(
    'that asks for a second step with %j for its token is a fault',
    async (secondStep) => {
      upstream.on('addAccount', { status: 403, body: { message, code: 'second_step', secondStep } })
      expect(await call('addAccount')).toMatchObject({
        ok: false,
        failure: { kind: 'unavailable', status: 502 },
      })
    },
  )

  test.each([400, 401, 403, 404, 409, 410, 422, 429])('with %i needs no body', async (status) => {
    upstream.on('addAccount', { status })
    expect(await call('addAccount')).toMatchObject({ ok: false, failure: { message: '' } })
  })

  test.each([400, 403, 404, 409, 410, 422, 429])('with %i and invalid JSON is a fault', async (status) => {
    upstream.on('addAccount', { status, body: '{"message": "Та' })
    expect(await call('addAccount')).toMatchObject({
      ok: false,
      failure: { kind: 'unavailable', status: 502 },
    })
  })

  test.each([402, 405, 406, 413, 415, 418, 451])(
    'with %i, which the endpoint does not declare, is a fault',
    async (status) => {
      upstream.on('addAccount', { status, body })
      expect(await call('addAccount')).toMatchObject({
        ok: false,
        failure: { kind: 'unavailable', status: 502 },
      })
    },
  )

  test.each([
    [{ message: 'Нет', errors: null, code: null, proof: null }, true],
    [{ message: 'Нет', proof: {}, groups: [], secondStep: '', confirm: {} }, true],
    [{ message: 'Нет', errors: { email: 'одной строкой' } }, true],
    [{ message: 'Нет', errors: [] }, true],
    [{ message: 'Нет', errors: 'Нет' }, true],
    [{ errors: {} }, false],
    [['Нет'], false],
  ])('accepts errors in the shape %j: %s', async (shape, understood) => {
    upstream.on('addAccount', { status: 422, body: shape })
    const result = await call('addAccount')
    expect(result.ok ? null : result.failure.kind).toBe(understood ? 'invalid' : 'unavailable')
  })
})

describe('a failed call', () => {
  const kinds = Object.keys(faults).filter((kind): kind is Fault => kind in faults)

  test.each(kinds)('to an upstream that %s has its status, is sent once and leaks nothing', async (kind) => {
    upstream.on('accounts', kind)
    const timeoutMs = kind === 'hang' || kind === 'slow' ? 150 : 5_000
    const result = await call('accounts', { query: {} }, { timeoutMs })
    const { status, retryAfter = null } = statusOf[kind]
    expect(result).toMatchObject({ ok: false, failure: { kind: 'unavailable', status, retryAfter } })
    expect(upstream.calls).toHaveLength(1)
    expect(JSON.stringify(result)).not.toContain('secret upstream')
  })

  test('to an upstream that refuses connections is 502, and the next call succeeds', async () => {
    await upstream.down()
    const result = await call('accounts', { query: {} })
    await upstream.up()
    expect(result).toMatchObject({ ok: false, failure: { kind: 'unavailable', status: 502 } })
    expect(await call('accounts', { query: {} })).toMatchObject({ ok: true })
  })

  test('to a host name that does not resolve is 502', async () => {
    const nowhere = createRemoteTransport(new URL('http://portal-upstream.invalid/'))
    const options = { headers: {}, timeoutMs: 10_000 }
    const result = await callProductApi(nowhere, 'accounts', { query: {} }, options)
    expect(result).toMatchObject({ ok: false, failure: { kind: 'unavailable', status: 502 } })
    await nowhere.close()
  })

  test('whose connection is never established ends at the time limit', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
    const address = silent.address()
    if (!address || typeof address === 'string') throw new Error('no port')
    // The listener never answers the TLS handshake, so no connection is established.
    const mute = createRemoteTransport(new URL(`https://127.0.0.1:${address.port}`))
    const startedAt = performance.now()
    const result = await callProductApi(mute, 'accounts', { query: {} }, { headers: {}, timeoutMs: 200 })
    expect(result).toMatchObject({ ok: false, failure: { kind: 'unavailable', status: 504 } })
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    await mute.close()
    silent.close()
  })

  test.each([
    ['the five seconds of a usual server', 5_000],
    ['an hour', 3_600_000],
  ])(
    'closes its unused connection long before a server would that keeps it for %s',
    async (_, keepAliveMs) => {
      const server = createHttpServer((_, res) => res.end('{"data":[]}'))
      server.keepAliveTimeout = keepAliveMs
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
      const address = server.address()
      if (!address || typeof address === 'string') throw new Error('no port')
      const open = () =>
        new Promise<number>((resolve, reject) => {
          server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
        })
      const own = createRemoteTransport(new URL(`http://127.0.0.1:${address.port}`))
      await callProductApi(own, 'accounts', { query: {} }, { headers: {}, timeoutMs: 5_000 })
      expect(await open()).toBe(1)
      await expect.poll(open, { timeout: 2_500, interval: 100 }).toBe(0)
      await own.close()
      server.close()
    },
  )

  test('with no time left is 504, and nothing is sent', async () => {
    for (const timeoutMs of [0, -5])
      expect(await call('logout', {}, { timeoutMs })).toMatchObject({ ok: false, failure: { status: 504 } })
    expect(upstream.calls).toEqual([])
  })

  test('that nobody wants any more ends at once, also at the upstream', async () => {
    upstream.on('accounts', 'hang')
    const leaving = new AbortController()
    const options = { timeoutMs: 60_000, signal: leaving.signal }
    const failed = call('accounts', { query: {} }, options)
    await expect.poll(() => upstream.open).toBe(1)
    leaving.abort()
    expect(await failed).toMatchObject({ ok: false, failure: { kind: 'unavailable', status: 502 } })
    await expect.poll(() => upstream.open).toBe(0)
  })

  test('that nobody wants from the start is not sent', async () => {
    const options = { signal: AbortSignal.abort() }
    expect(await call('accounts', { query: {} }, options)).toMatchObject({ ok: false })
    expect(upstream.calls).toEqual([])
  })

  test('leaves the connection pool usable for the next call', async () => {
    upstream.on('accounts', 'hang')
    await Promise.all(Array.from({ length: 20 }, () => call('accounts', { query: {} }, { timeoutMs: 50 })))
    upstream.on('accounts', { body: { data: [] } })
    expect(await call('accounts', { query: {} })).toEqual({ ok: true, answer: { data: [] } })
  })
})

describe('a successful answer', () => {
  test('may have unknown fields at every depth', async () => {
    upstream.on('accounts', {
      body: { data: [{ account: '1', balance: 0, isDefault: false, colour: 'red' }], meta: { page: 1 } },
    })
    expect(await call('accounts')).toEqual({
      ok: true,
      answer: { data: [{ account: '1', balance: 0, isDefault: false }] },
    })
  })

  test.each([200, 201, 202, 204])('with status %i succeeds where the body is not used', async (status) => {
    upstream.on('logout', { status, ...(status === 204 ? {} : { body: { what: 'ever' } }) })
    expect(await call('logout')).toEqual({ ok: true, answer: undefined })
  })

  test.each(['answers HTML', 'cuts its JSON'] as const)(
    'from an upstream that %s does not count as a success, even of a call without data',
    async (kind) => {
      upstream.on('logout', kind)
      expect(await call('logout')).toMatchObject({ ok: false, failure: { kind: 'unavailable', status: 502 } })
    },
  )

  test('with any body is a success of the e-mail verification, which uses none', async () => {
    upstream.on('verifyEmail', 'answers HTML')
    expect(await call('verifyEmail', { id: '1', query: { code: '2' } })).toEqual({
      ok: true,
      answer: undefined,
    })
  })

  test('with status 204 to the default account means that there is none', async () => {
    upstream.on('defaultAccount', { status: 204 })
    expect(await call('defaultAccount')).toEqual({ ok: true, answer: undefined })
  })

  test('with fractions of a kopeck is a fault', async () => {
    upstream.on('accounts', { body: { data: [{ account: '1', balance: 10.5, isDefault: false }] } })
    expect(await call('accounts')).toMatchObject({ ok: false, failure: { status: 502 } })
  })

  test('just under 5 MiB is accepted', async () => {
    const body = { title: 'Длинная', body: 'x'.repeat(5 * 1024 * 1024 - 100) }
    upstream.on('page', { body })
    expect(await call('page')).toMatchObject({ ok: true })
  })

  test('in Cyrillic split between chunks keeps every letter', async () => {
    const body = { title: 'Ё', body: 'щ'.repeat(300_001) }
    upstream.on('page', { body })
    expect(await call('page')).toEqual({ ok: true, answer: body })
  })

  test('hands over its cookies, also with a refusal', async () => {
    const given: string[][] = []
    const onSetCookies = (setCookies: string[]) => {
      given.push(setCookies)
      return true
    }
    const headers = { 'set-cookie': ['a=1; Path=/', 'b=2; HttpOnly'] }
    upstream.on('login', { headers, body: defaultAnswers.login })
    await call('login', inputs.login, { onSetCookies })
    upstream.on('login', { headers, status: 422, body: { message: 'Нет' } })
    await call('login', inputs.login, { onSetCookies })
    expect(given).toEqual([headers['set-cookie'], headers['set-cookie']])
  })

  test('hands over its cookies with a fault, too, unless that would sign somebody in', async () => {
    const headers = { 'set-cookie': ['sid=renewed'] }
    const given: string[][] = []
    const onSetCookies = (setCookies: string[]) => given.push(setCookies) > 0
    upstream.on('accounts', { headers, status: 500 })
    await call('accounts', inputs.accounts, { onSetCookies })
    expect(given).toEqual([headers['set-cookie']])
    upstream.on('login', { headers, body: { data: {} } })
    await call('login', inputs.login, { onSetCookies })
    expect(given).toHaveLength(1)
  })

  test.each([
    'sid=a; Max-Age=-1',
    'sid=a; Max-Age=0',
    'sid=a; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    'sid=a; Expires=Thu, 01-Jan-70 00:00:01 GMT',
    '=a',
    ['sid=a', 'sid=; Max-Age=0'],
  ])('to a login that leaves no cookie is a fault: %j', async (setCookie) => {
    upstream.on('login', { headers: { 'set-cookie': setCookie }, body: defaultAnswers.login })
    expect(await call('login')).toMatchObject({ ok: false, failure: { kind: 'unavailable', status: 502 } })
  })

  test('to a login may delete a cookie beside the one that it sets', async () => {
    const headers = { 'set-cookie': ['tries=; Max-Age=0', 'sid=a; Expires=0'] }
    upstream.on('login', { headers, body: defaultAnswers.login })
    expect(await call('login')).toMatchObject({ ok: true })
  })

  test('with cookies that do not fit is a fault', async () => {
    const result = await call('login', inputs.login, { onSetCookies: () => false })
    expect(result).toMatchObject({ ok: false, failure: { kind: 'unavailable', status: 502 } })
  })
})
