import { problemCodes } from 'contract/problem'
import { describe, expect, test } from 'vitest'
import { customer, homeAccount } from '../../../tests/web/support/default-answers'
import { type Answers, requestContextWith } from '../../../tests/web/support/request-context'
import { anyone, requireGuest, requireUser } from './guards.server'

const page = new Request('https://portal.example.test/personal/history?account=1')
const post = new Request(page, { method: 'POST' })
const SESSION_ENDED = 'Сеанс закончился. Войдите ещё раз, и мы вернём вас на эту страницу.'
const login = '/login?redirectTo=%2Fpersonal%2Fhistory'
/** The input of the call for the list of accounts. */
const all = { query: {} }
const ended = { status: 401, body: { message: 'Кто вы?' } }
const nobody = { body: { data: {} } }
const busy = { status: 503, retryAfter: '30', body: { message: 'Позже' } }
const tooMany = { status: 429, retryAfter: '60', body: { message: 'Много' } }

/** The response that is thrown. */
const thrownBy = async (guarded: Promise<unknown>): Promise<Response> => {
  const thrown = await guarded.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(thrown instanceof Response)) throw new Error(`not a response: ${thrown}`)
  return thrown
}
const redirectBy = async (guarded: Promise<unknown>) => {
  const { status, headers } = await thrownBy(guarded)
  return [status, headers.get('location')]
}

describe('every guard', () => {
  test.each([anyone, requireGuest, requireUser])('throws what was refused before routing', async (guard) => {
    const { context, asked } = requestContextWith({}, { refusal: { status: 413, message: 'Too large' } })
    const screen = await thrownBy(guard(page, context))
    expect([screen.status, await screen.text()]).toEqual([413, 'Too large'])
    expect(asked).toEqual([])
  })
})

describe('a page for everybody', () => {
  test('calls the API for everybody who opens it', async () => {
    const { context, asked } = requestContextWith({}, { isGuest: true })
    const { api } = await anyone(page, context)
    expect((await api.load('currentUser', {})).data).toEqual(customer)
    expect(asked).toEqual(['currentUser'])
  })
})

describe('a page for guests', () => {
  test('lets a guest in', async () => {
    const { context } = requestContextWith({}, { isGuest: true })
    const { api } = await requireGuest(page, context, { whyNot: 'Сначала выйдите' })
    expect((await api.load('currentUser', {})).data).toEqual(customer)
    expect(context.flash.next).toBeNull()
  })

  test.each([
    [page, 302],
    [post, 303],
  ])('sends a customer to the personal pages: %#', async (request, status) => {
    const { context } = requestContextWith()
    expect(await redirectBy(requireGuest(request, context))).toEqual([status, '/personal'])
    expect(context.flash.next).toBeNull()
  })

  test('tells a customer why, but not a browser that only prefetches', async () => {
    const { context } = requestContextWith()
    await thrownBy(requireGuest(page, context, { whyNot: 'Сначала выйдите' }))
    expect(context.flash.next).toMatchObject({ type: 'info', message: 'Сначала выйдите', stays: true })

    const prefetching = requestContextWith({}, { prefetch: true })
    await thrownBy(requireGuest(page, prefetching.context, { whyNot: 'Сначала выйдите' }))
    expect(prefetching.context.flash.next).toBeNull()
  })
})

describe('a page for guests that meets a lost session', () => {
  const lostAt = async (address: string) => {
    const request = new Request(`https://portal.example.test${address}`, { method: 'POST' })
    const { context } = requestContextWith({ loginSecondStep: ended }, { isGuest: true })
    const { api } = await requireGuest(request, context)
    const location = await redirectBy(api.submit('loginSecondStep', { body: { token: 't', code: '1' } }))
    return { location, flash: context.flash.next }
  }

  test.each([
    ['/login/code?redirectTo=%2Fpersonal%2Fhistory%3Faccount%3D1', `${login}%3Faccount%3D1`],
    ['/login/code?redirectTo=https%3A%2F%2Fevil.test', '/login?redirectTo=%2Fpersonal'],
    ['/login/code', '/login?redirectTo=%2Fpersonal'],
    ['/registration?sent', '/login?redirectTo=%2Fpersonal'],
  ])('sends the visitor of %s to the login that leads on: no customer may open it', async (address, to) => {
    const { location, flash } = await lostAt(address)
    expect(location).toEqual([303, to])
    expect(flash).toMatchObject({
      type: 'warning',
      message: 'Сеанс закончился. Войдите ещё раз.',
      stays: true,
    })
  })

  test('leads on without a query that is too long to lead on with', async () => {
    const { location } = await lostAt(`/login/code?redirectTo=/personal/history?from=${'%D1%8F'.repeat(600)}`)
    expect(location).toEqual([303, login])
  })
})

describe('a page for customers', () => {
  test('knows the customer and the default account when it is opened', async () => {
    const { context } = requestContextWith()
    const { user, defaultAccount, api } = await requireUser(page, context)
    expect([user, defaultAccount]).toEqual([customer, homeAccount.account])
    expect((await api.load('defaultAccount', {}))?.account).toBe(homeAccount.account)
  })

  test('knows the customer alone when its form is posted', async () => {
    const { context, asked } = requestContextWith()
    const { user, defaultAccount } = await requireUser(post, context)
    expect([user, defaultAccount]).toEqual([customer, null])
    expect(asked).toEqual(['currentUser'])
  })

  test.each([
    ['account=1&from=', `${login}%3Faccount%3D1%26from%3D`],
    ['', login],
  ])('sends a guest to the login, which leads back with the query «%s»', async (query, location) => {
    for (const [request, status, told] of [
      [page, 302, null],
      [post, 303, SESSION_ENDED],
    ] as const) {
      const { context, asked } = requestContextWith({}, { isGuest: true, query })
      expect(await redirectBy(requireUser(request, context))).toEqual([status, location])
      expect(context.flash.next?.message ?? null).toBe(told)
      expect(asked).toEqual([])
    }
  })

  test('leads back without a query with which the address of the login’s code would be too long', async () => {
    const atMost = 4_096 - '/login/code.data?redirectTo='.length
    const backTo = (query: string) => {
      const { context } = requestContextWith({}, { isGuest: true, query })
      return redirectBy(requireUser(page, context))
    }
    const whole = 'x'.repeat(atMost - '%2Fpersonal%2Fhistory%3F'.length)
    expect(await backTo(whole)).toEqual([302, `${login}%3F${whole}`])
    expect(await backTo(`${whole}x`)).toEqual([302, login])
    expect(await backTo('%D1%8F'.repeat(500))).toEqual([302, login])
  })

  test('leads back to the personal pages from an address that could be of another site', async () => {
    const { context } = requestContextWith({}, { isGuest: true })
    const request = new Request('https://portal.example.test//evil.test')
    expect(await redirectBy(requireUser(request, context))).toEqual([302, '/login?redirectTo=%2Fpersonal'])
  })

  test.each([
    ['opened', page, { currentUser: ended, defaultAccount: ended }],
    ['posted', post, { currentUser: ended }],
    ['posted with cookies of nobody', post, { currentUser: { ...nobody, setCookies: ['sid=other'] } }],
  ])('says that the session has ended when it is %s', async (_, request, answers) => {
    const { context } = requestContextWith(answers)
    expect((await thrownBy(requireUser(request, context))).headers.get('location')).toBe(login)
    expect(context.flash.next).toMatchObject({
      type: 'warning',
      message: SESSION_ENDED,
    })
    expect(context.visitor.cookies.isEmpty).toBe(true)
  })

  test('says so in words of its own, before a posted form and during its call', async () => {
    const whyLost = 'Сеанс закончился. Возможно, всё уже сделано.'
    const before = requestContextWith({ currentUser: ended })
    expect(await redirectBy(requireUser(post, before.context, { sessionEndedMessage: whyLost }))).toEqual([
      303,
      login,
    ])
    expect(before.context.flash.next).toMatchObject({ type: 'warning', message: whyLost })

    const during = requestContextWith({ deletion: ended })
    const { api } = await requireUser(post, during.context, { sessionEndedMessage: whyLost })
    const deletion = api.submit('deletion', { body: { password: 'secret' } })
    expect(await redirectBy(deletion)).toEqual([303, login])
    expect(during.context.flash.next).toMatchObject({ type: 'warning', message: whyLost })
  })

  test.each<[string, Request, Answers]>([
    ['whose session ended while the page is opened', page, { currentUser: ended }],
    ['of whom the API knows nothing', page, { currentUser: nobody, defaultAccount: busy }],
    ['who can not be asked for', page, { currentUser: busy }],
  ])('sends a visitor %s to the login without a message', async (_, request, answers) => {
    const { context } = requestContextWith(answers)
    for (const _loader of ['of the layout', 'of the page'])
      expect((await thrownBy(requireUser(request, context))).headers.get('location')).toBe(login)
    expect(context.flash.next).toBeNull()
  })

  test('is an error screen while the default account can not be had', async () => {
    const { context } = requestContextWith({ defaultAccount: busy })
    const screen = await thrownBy(requireUser(page, context))
    expect([screen.status, context.replyHeaders.get('retry-after')]).toEqual([503, '30'])
  })

  test('brings a rejected form back without it, unless there is no such page', async () => {
    const { context } = requestContextWith({ defaultAccount: busy }, { form: { state: 'rejected' } })
    const { user, defaultAccount, api } = await requireUser(page, context)
    expect([user, defaultAccount]).toEqual([customer, null])
    expect((await api.load('currentUser', {})).data).toEqual(customer)

    const missing = { status: 404, body: { message: 'Нет' } }
    const lost = requestContextWith({ defaultAccount: missing }, { form: { state: 'rejected' } })
    expect((await thrownBy(requireUser(page, lost.context))).status).toBe(404)
  })

  test.each([
    ['busy', busy, 503, '30'],
    ['asked too often', tooMany, 429, '60'],
    ['of another mind', { status: 403, retryAfter: '10', body: { message: 'Нельзя' } }, 502, null],
  ])('brings a form back without effect while the API is %s', async (_, answer, status, retryAfter) => {
    const { context, asked } = requestContextWith({ currentUser: answer })
    const { user, defaultAccount, api } = await requireUser(post, context)
    expect([user, defaultAccount]).toEqual([null, null])
    const refused = await api.submit('logout', {})
    expect(refused).toMatchObject({ ok: false, failure: { retryAfter } })

    // The page below the rejected form is drawn in the same request.
    context.form = { state: 'rejected' }
    const below = await requireUser(page, context)
    expect([below.user, below.defaultAccount]).toEqual([null, null])
    expect(await below.api.loadIfPossible('accounts', all)).toBeNull()
    for (const loading of [
      below.api.load('accounts', all),
      below.api.loadUnless(problemCodes.windowClosed, 'accounts', all),
      below.api.loadUnlessInvalid('accounts', all),
      below.api.loadMailed('accounts', all),
      below.api.stream('exportData'),
    ])
      expect((await thrownBy(loading)).status).toBe(status)
    expect(context.replyHeaders.get('retry-after')).toBe(retryAfter)
    expect(asked).toEqual(['currentUser'])
  })
})

const failing = (status: number, more: object = {}): Answers => ({
  accounts: { status, retryAfter: null, body: { message: 'Нет', ...more } },
})
const apiWith = async (answers: Answers, more = {}) => {
  const { context, asked } = requestContextWith(answers, more)
  const { api } = await anyone(page, context)
  return { context, asked, api }
}

describe('a call for a page', () => {
  test.each([
    [403, 403, ''],
    [404, 404, 'Page Not Found: /personal/history'],
    [410, 404, 'Page Not Found: /personal/history'],
    [422, 404, 'Page Not Found: /personal/history'],
    [409, 502, ''],
    [429, 429, ''],
    [503, 503, ''],
    [500, 502, ''],
  ])('that the API answers with %i is the screen of %i', async (answer, status, text) => {
    const { api, context } = await apiWith(failing(answer))
    const screen = await thrownBy(api.load('accounts', all))
    expect([screen.status, await screen.text()]).toEqual([status, text])
    expect(context.replyHeaders.has('retry-after')).toBe(false)
  })

  test.each([busy, tooMany])('says when to come back', async (answer) => {
    const { api, context } = await apiWith({ accounts: answer })
    expect((await thrownBy(api.load('accounts', all))).status).toBe(answer.status)
    expect(context.replyHeaders.get('retry-after')).toBe(answer.retryAfter)
  })

  test('does not repeat what says nothing of when to come back', async () => {
    const { api, context } = await apiWith({ accounts: { ...busy, retryAfter: 'soon' } })
    expect((await thrownBy(api.load('accounts', all))).status).toBe(503)
    expect(context.replyHeaders.has('retry-after')).toBe(false)
  })

  test.each(['load', 'loadIfPossible', 'loadUnlessInvalid', 'loadMailed'] as const)(
    'leads to the login when the session has ended, by %s',
    async (way) => {
      const { api, context } = await apiWith({ accounts: ended })
      expect(await redirectBy(api[way]('accounts', all))).toEqual([302, login])
      expect(context.flash.next?.type).toBe('warning')
      expect(context.visitor.cookies.isEmpty).toBe(true)
    },
  )

  test('beside a rejected form redirects as after a POST, though Remix asks for the page by a GET', async () => {
    const { api } = await apiWith({ accounts: ended }, { form: { state: 'rejected' } })
    expect(await redirectBy(api.load('accounts', all))).toEqual([303, login])
  })

  test('of a prefetched page ends no session and says nothing', async () => {
    const { api, context } = await apiWith({ accounts: ended }, { prefetch: true })
    expect(await redirectBy(api.load('accounts', all))).toEqual([302, login])
    expect(context.flash.next).toBeNull()
    expect(context.visitor.cookies.isEmpty).toBe(false)
  })

  const list = { accounts: { body: { data: [homeAccount] } } }

  test('for something that the page can do without has it or nothing', async () => {
    expect(await (await apiWith(list)).api.loadIfPossible('accounts', all)).toMatchObject(list.accounts.body)
    for (const status of [403, 404, 500])
      expect(await (await apiWith(failing(status))).api.loadIfPossible('accounts', all)).toBeNull()
  })

  test('for something that may be missing has it, or nothing with the code for that alone', async () => {
    const code = problemCodes.nothingToCompare
    const loaded = async (answers: Answers) => (await apiWith(answers)).api.loadUnless(code, 'accounts', all)
    expect(await loaded(list)).toMatchObject(list.accounts.body)
    expect(await loaded(failing(404, { code }))).toBeNull()
    expect((await thrownBy(loaded(failing(404, { code: 'other' })))).status).toBe(404)
    expect((await thrownBy(loaded(failing(403, { code })))).status).toBe(403)
  })

  test('for what an address asks has it, or says what is wrong with the address', async () => {
    const loaded = async (answers: Answers) => (await apiWith(answers)).api.loadUnlessInvalid('accounts', all)
    expect(await loaded(list)).toMatchObject({ ok: true, answer: list.accounts.body })
    expect(await loaded(failing(422))).toMatchObject({ ok: false, failure: { message: 'Нет' } })
    expect((await thrownBy(loaded(failing(403)))).status).toBe(403)
  })

  test('for a mailed link has it, or why the link is no use', async () => {
    const loaded = async (answers: Answers) => (await apiWith(answers)).api.loadMailed('accounts', all)
    expect(await loaded(list)).toMatchObject({ ok: true, answer: list.accounts.body })
    for (const [status, kind] of [
      [422, 'invalid'],
      [410, 'gone'],
    ] as const)
      expect(await loaded(failing(status))).toMatchObject({ ok: false, failure: { kind, message: 'Нет' } })
    expect((await thrownBy(loaded(failing(403)))).status).toBe(403)
  })

  test('for a download has its pieces, or the error screen', async () => {
    const { api } = await apiWith({ exportData: { body: { name: 'Анна' } } })
    const pieces: Uint8Array[] = []
    for await (const piece of await api.stream('exportData')) pieces.push(piece)
    expect(Buffer.concat(pieces).toString()).toBe('{"name":"Анна"}')
    const failed = await apiWith({ exportData: busy })
    expect((await thrownBy(failed.api.stream('exportData'))).status).toBe(503)
  })
})

describe('a call for a form', () => {
  const body = { email: 'anna@example.test', password: 'secret' }

  test('has the answer, or the failure for the form', async () => {
    const { api } = await apiWith({ logout: { status: 204 } })
    expect(await api.submit('logout', {})).toEqual({ ok: true, answer: undefined })
    const refused = await apiWith({ logout: { status: 422, body: { message: 'Нет' } } })
    expect(await refused.api.submit('logout', {})).toMatchObject({ ok: false, failure: { message: 'Нет' } })
  })

  test('leads to the login when the session has ended, but not from the login itself', async () => {
    const { api } = await apiWith({ logout: ended, login: ended })
    expect(await redirectBy(api.submit('logout', {}))).toEqual([302, login])
    expect(await api.submit('login', { body })).toMatchObject({
      ok: false,
      failure: { kind: 'unauthorized' },
    })
  })

  test('is not made for a visitor who posts too often', async () => {
    const { api, asked } = await apiWith({}, { throttledForS: 40 })
    expect(await api.submit('logout', {})).toMatchObject({
      ok: false,
      failure: { kind: 'throttled', retryAfter: '40' },
    })
    expect(asked).toEqual([])
  })
})
