import { accountNumber } from 'contract/identifiers'
import { createLog } from 'monitoring/create-log'
import { describe, expect, test, vi } from 'vitest'
import { customer, homeAccount } from '../../../tests/web/support/default-answers'
import type { Failure } from '../../api-client/failure'
import type { TransportAnswer, TransportRequest } from '../../api-client/transport'
import { UpstreamCookies } from '../session/upstream-cookies.server'
import { Visitor } from './visitor.server'

const streamsNothing = {
  streaming: Object.assign(noAnswer, { stream: noAnswer }),
  closed: () => new AbortController().signal,
  isForm: false,
}

function noAnswer(): Promise<never> {
  return Promise.reject(new Error('nothing is streamed here'))
}

type Answer = Partial<Omit<TransportAnswer, 'body'>> & { body?: unknown }

/** A visitor with an upstream session, and the calls made for them. */
const visitorWith = (
  answers: Record<string, Answer> = {},
  {
    guest = false,
    deadlineMs = 12_000,
    blockedBy,
    ...more
  }: {
    guest?: boolean
    deadlineMs?: number
    blockedBy?: Failure
    closed?: () => AbortSignal
    isForm?: boolean
  } = {},
) => {
  const cookies = new UpstreamCookies()
  if (!guest) cookies.absorb(['sid=abc'])
  const calls: TransportRequest[] = []
  const visitor = new Visitor({
    ...streamsNothing,
    transport: async (request) => {
      calls.push(request)
      const { body, ...answer } = answers[request.path.replace(/[?].*/, '')] ?? {}
      const text = body === undefined ? '' : JSON.stringify(body)
      return { status: 200, retryAfter: null, setCookies: [], ...answer, body: text }
    },
    cookies,
    headers: { 'x-request-id': 'request', 'x-forwarded-for': '203.0.113.7' },
    deviceHeaders: () => ({ 'x-device-id': 'device', 'x-device': 'Chrome, Android' }),
    callTimeoutMs: 10_000,
    deadline: Date.now() + deadlineMs,
    log: createLog('silent'),
    blockedBy,
    ...more,
  })
  return { visitor, calls, paths: () => calls.map(({ path }) => path) }
}

const WHO = '/api/v1/users/get-current-auth/'
const DEFAULT = '/api/v1/personal/get-default-account'
const LOGIN = '/api/v1/users/login/'
const signedIn = {
  [WHO]: { body: { data: customer } },
  [DEFAULT]: { body: { account: homeAccount.account } },
}
const user = { body: { data: customer } }
/** An API that accepts every call. */
const willing = {
  ...signedIn,
  [LOGIN]: { ...user, setCookies: ['sid=abc'] },
  '/api/v1/users/change-profile/': user,
  '/api/v1/users/change-email': user,
  '/api/v1/personal/add-account/': { status: 201, body: { data: homeAccount } },
}
const account = accountNumber.parse('1')

describe('the current user', () => {
  test('is nobody without a cookie, and no call is made', async () => {
    const { visitor, calls } = visitorWith(signedIn, { guest: true })
    expect(await visitor.currentUser()).toBeNull()
    expect(await visitor.defaultAccount()).toEqual({ ok: true, answer: null })
    expect(calls).toEqual([])
  })

  test('is requested once, however often it is needed', async () => {
    const { visitor, paths } = visitorWith(signedIn)
    const all = await Promise.all([visitor.currentUser(), visitor.currentUser()])
    expect([...all, await visitor.currentUser()]).toEqual([customer, customer, customer])
    expect(paths()).toEqual([WHO])
  })

  test.each([
    ['data null', { data: null }],
    ['no data', {}],
    ['data without an id', { data: { name: 'Анна' } }],
    ['an empty id', { data: { ...customer, id: '' } }],
  ])('is nobody when the API answers %s, and the cookies stay', async (_, body) => {
    const { visitor } = visitorWith({ [WHO]: { body } })
    expect(await visitor.currentUser()).toBeNull()
    expect(visitor.cookies.isEmpty).toBe(false)
  })

  test('is nobody after 401, and the upstream session is dropped', async () => {
    const { visitor } = visitorWith({ [WHO]: { status: 401, body: { message: 'Кто вы?' } } })
    expect(await visitor.currentUser()).toBeNull()
    expect(visitor.cookies.isEmpty).toBe(true)
    expect(visitor.cookies.changed).toBe(true)
  })

  test.each([403, 404, 422, 429, 500, 502, 503])(
    'is nobody after %i, and the cookies stay',
    async (status) => {
      const { visitor } = visitorWith({ [WHO]: { status, body: { message: 'Нет' } } })
      expect(await visitor.currentUser()).toBeNull()
      expect(visitor.cookies.isEmpty).toBe(false)
    },
  )

  test.each([
    'login',
    'logout',
    'verifyEmail',
    'changeProfile',
    'changeProfilePassword',
    'changeEmail',
  ] as const)('is requested again after %s', async (name) => {
    const { visitor, paths } = visitorWith(willing)
    await visitor.currentUser()
    await visitor.defaultAccount()
    const body = {
      email: '',
      password: '',
      password_old: '',
      password_confirmation: '',
      name: '',
      phone: null,
    }
    await visitor.call(name, { id: '1', query: 'code=1', body })
    await visitor.currentUser()
    await visitor.defaultAccount()
    expect(paths().filter((path) => path === WHO)).toHaveLength(2)
    expect(paths().filter((path) => path === DEFAULT)).toHaveLength(2)
  })
})

test.each([422, 500])('is not requested again after a change that was rejected with %i', async (status) => {
  const refusal = { status, body: { message: 'Нет' } }
  const { visitor, paths } = visitorWith({ ...signedIn, '/api/v1/users/change-profile/': refusal })
  await visitor.currentUser()
  await visitor.defaultAccount()
  await visitor.call('changeProfile', { body: { name: '', phone: null } })
  await visitor.currentUser()
  await visitor.defaultAccount()
  expect(paths()).toEqual([WHO, DEFAULT, '/api/v1/users/change-profile/'])
})

describe('the default account', () => {
  test('is requested once', async () => {
    const { visitor, paths } = visitorWith(signedIn)
    const all = await Promise.all([visitor.defaultAccount(), visitor.defaultAccount()])
    expect(all).toEqual(Array(2).fill({ ok: true, answer: homeAccount.account }))
    expect(paths()).toEqual([DEFAULT])
  })

  test.each([
    ['null', { body: { account: null } }],
    ['204', { status: 204 }],
  ])('is null when the API answers %s', async (_, answer) => {
    const { visitor } = visitorWith({ [DEFAULT]: answer })
    expect(await visitor.defaultAccount()).toEqual({ ok: true, answer: null })
  })

  test.each(['addAccount', 'setDefaultAccount', 'deleteAccount'] as const)(
    'is requested again after %s, and the user is not',
    async (name) => {
      const { visitor, paths } = visitorWith(willing)
      await visitor.currentUser()
      await visitor.defaultAccount()
      await visitor.call(name, { id: '1', body: { account } })
      await visitor.currentUser()
      await visitor.defaultAccount()
      expect(paths().filter((path) => path === WHO)).toHaveLength(1)
      expect(paths().filter((path) => path === DEFAULT)).toHaveLength(2)
    },
  )
})

describe('a call', () => {
  test('has the request id, the visitor’s address and cookies, and nothing else that identifies', async () => {
    const { visitor, calls } = visitorWith()
    await visitor.call('accounts', { query: {} })
    expect(calls[0]?.headers).toEqual({
      accept: 'application/json',
      cookie: 'sid=abc',
      'x-forwarded-for': '203.0.113.7',
      'x-request-id': 'request',
    })
  })

  test('for a shared page has no cookies and stores none', async () => {
    const { visitor, calls } = visitorWith({
      '/api-gateway/page?path=%2F': { setCookies: ['sid=stolen', 'x=1'] },
    })
    await visitor.call('page', { query: { path: '/' } })
    expect(calls[0]?.headers).not.toHaveProperty('cookie')
    expect(visitor.cookies.header).toBe('sid=abc')
  })

  test('has the device at login only', async () => {
    const { visitor, calls } = visitorWith()
    await visitor.call('accounts', { query: {} })
    await visitor.call('login', { body: { email: 'a@example.test', password: 'p' } })
    expect(calls[0]?.headers).not.toHaveProperty('x-device-id')
    expect(calls[1]?.headers).toMatchObject({ 'x-device-id': 'device', 'x-device': 'Chrome, Android' })
  })

  test('stores the cookies of its answer and sends them with the next one', async () => {
    const { visitor, calls } = visitorWith(
      { [LOGIN]: { setCookies: ['sid=new; HttpOnly'], body: { data: customer } } },
      { guest: true },
    )
    await visitor.call('login', { body: { email: 'a@example.test', password: 'p' } })
    await visitor.call('accounts', { query: {} })
    expect(calls[1]?.headers.cookie).toBe('sid=new')
  })

  test('whose cookies are too long is a fault, and the previous ones stay', async () => {
    const { visitor } = visitorWith({ [LOGIN]: { setCookies: [`sid=${'x'.repeat(3_000)}`] } })
    const result = await visitor.call('login', { body: { email: 'a@example.test', password: 'p' } })
    expect(result).toMatchObject({ ok: false, failure: { kind: 'unavailable', status: 502 } })
    expect(visitor.cookies.header).toBe('sid=abc')
  })

  test('ends at the page’s deadline, whatever its own timeout', async () => {
    const visitor = new Visitor({
      ...streamsNothing,
      transport: () => new Promise(() => {}),
      cookies: new UpstreamCookies(),
      headers: {},
      deviceHeaders: () => ({}),
      callTimeoutMs: 60_000,
      deadline: Date.now() + 40,
      log: createLog('silent'),
    })
    expect(await visitor.call('logout', {})).toMatchObject({ ok: false, failure: { status: 504 } })
  })

  test('of a page ends once its visitor has left, and is no failure of the API in the log', async () => {
    const leaving = new AbortController()
    const log = createLog('silent')
    const logged = vi.spyOn(log, 'error')
    const visitor = new Visitor({
      ...streamsNothing,
      transport: () => new Promise(() => {}),
      cookies: new UpstreamCookies(),
      headers: {},
      deviceHeaders: () => ({}),
      callTimeoutMs: 60_000,
      closed: () => leaving.signal,
      deadline: Date.now() + 60_000,
      log,
    })
    const failed = visitor.call('accounts', { query: {} })
    leaving.abort()
    expect(await failed).toMatchObject({ ok: false })
    expect(logged).not.toHaveBeenCalled()
  })

  test('of a page is not made after its visitor has left, and of a form it is', async () => {
    const closed = () => AbortSignal.abort()
    const page = visitorWith(willing, { closed })
    expect(await page.visitor.currentUser()).toBeNull()
    expect(page.calls).toEqual([])
    expect(page.visitor.cookies.isEmpty).toBe(false)

    const form = visitorWith(willing, { closed, isForm: true })
    expect(await form.visitor.currentUser()).toEqual(customer)
    expect(await form.visitor.call('logout', {})).toMatchObject({ ok: true })
  })

  test('is not made after the page’s deadline', async () => {
    const { visitor, calls } = visitorWith(signedIn, { deadlineMs: 0 })
    expect(await visitor.call('logout', {})).toMatchObject({ ok: false, failure: { status: 504 } })
    expect(calls).toEqual([])
  })

  test('is not made when all calls of the request are blocked, and is answered by the reason', async () => {
    const blockedBy = { kind: 'unavailable', status: 503, reason: 'overloaded', retryAfter: '10' } as const
    const { visitor, calls } = visitorWith(signedIn, { blockedBy })
    const answer = { ok: false, failure: blockedBy }
    expect(await visitor.call('logout', {})).toEqual(answer)
    expect(await visitor.stream('exportData')).toEqual(answer)
    expect(await visitor.currentUser()).toBeNull()
    expect(visitor.userFailure).toEqual(blockedBy)
    expect(visitor.cookies.isEmpty).toBe(false)
    expect(calls).toEqual([])
  })

  test('is made after the page’s deadline when the request was given more time', async () => {
    const { visitor } = visitorWith(signedIn, { deadlineMs: 0 })
    visitor.allow(60_000)
    expect(await visitor.call('logout', {})).toMatchObject({ ok: true })
  })
})

test('after the session ended no cookie is left', async () => {
  const { visitor, calls } = visitorWith(signedIn)
  await visitor.currentUser()
  visitor.endSession()
  expect(visitor.cookies.isEmpty).toBe(true)
  expect(await visitor.currentUser()).toBeNull()
  expect(await visitor.defaultAccount()).toEqual({ ok: true, answer: null })
  expect(calls).toHaveLength(1)
})
