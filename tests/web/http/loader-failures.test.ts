import { describe, expect, test } from 'vitest'
import { combinationsOf, product, valuesOf } from '../../support/pairwise'
import { fakeUpstreamOfThisFile, type UpstreamCall } from '../support/fake-upstream'
import '../support/matchers'
import { portalOfThisFile } from '../support/portal'
import { requiredCalls } from '../support/required-calls'
import { eachScreen, type Screen, screens } from '../support/screens'
import { type Fault, faults, statusOf, UPSTREAM_SECRET } from '../support/upstream-faults'

/** Long enough for calls that do answer, on a busy machine too. */
const TIMEOUT_MS = 400
const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)
const impatient = await portalOfThisFile(upstream, { env: { PRODUCT_API_TIMEOUT_MS: String(TIMEOUT_MS) } })

const NEVER_ENDS: readonly Fault[] = ['hang', 'slow']
const portalFor = (kind: Fault) => (NEVER_ENDS.includes(kind) ? impatient : portal)

/** Optional parts, with the words shown in their place. */
const parts = [
  ['history', 'charges', 'график начислений'],
  ['personalPay', 'savedMethods', 'сохранённые карты'],
  ['autopayments', 'savedMethods', 'сохранённые карты'],
  ['autopayment', 'autopaymentRuns', 'журнал списаний'],
  ['security', 'sessions', 'список сеансов'],
  ['security', 'secondStep', 'настройки второго шага'],
  ['reminders', 'readingReminder', 'настройку напоминаний'],
  ['reminders', 'calendarLink', 'ссылку на календарь'],
  ['reminders', 'invoiceLetters', 'настройку писем о квитанциях'],
  ['myData', 'consents', 'согласия'],
  ['readings', 'readingHistory', 'историю показаний'],
] as const

const open = async ({ access, path }: Screen, at = portal) =>
  (access === 'user' ? await at.customer() : at.visitor()).get(path)

const screenNamed = (name: string) => {
  const screen = Object.fromEntries(eachScreen)[name]
  if (!screen) throw new Error('there is no such screen')
  return screen
}

/** Each screen with each of its calls, and each call with each status that refuses it. */
const refusals = combinationsOf(
  requiredCalls.flatMap(([name, call]) =>
    [400, 403, 404, 409, 410, 422, 429].map((status) => ({ name, call, status })),
  ),
  ({ name, call, status }) => [`${name} ${call}`, `${call} ${status}`],
)
const shownFor: Record<number, number> = { 403: 403, 409: 502, 429: 429 }

test.each(refusals)(
  'the screen $name, when $call is refused with $status, is its error screen',
  async (refusal) => {
    const { name, call, status } = refusal
    const headers = { 'retry-after': '33' }
    upstream.on(call, { status, body: { message: UPSTREAM_SECRET }, headers })
    const page = await open(screenNamed(name))
    expect(page).toBeErrorScreen(shownFor[status] ?? 404)
    expect(page.html).not.toContain(UPSTREAM_SECRET)
    expect(page.headers['retry-after']).toBe(status === 429 ? '33' : undefined)
  },
)

describe.each(requiredCalls.filter(([, call]) => call !== 'page'))(
  'the screen %s, when %s says that nobody is signed in',
  (_, call, screen) => {
    test('redirects to the login and drops the session', async () => {
      upstream.on(call, { status: 401, body: { message: UPSTREAM_SECRET } })
      const visitor = await portal.customer()
      const page = await visitor.get(screen.path)
      expect(page).toHaveRedirect(`/login?${new URLSearchParams({ redirectTo: screen.path })}`, 302)
      expect(visitor.cookies.has('session')).toBe(false)
    })
  },
)

describe('the login to which a page redirects when nobody is signed in', () => {
  test('says why once, without a call', async () => {
    upstream.on('accounts', { status: 401, body: { message: UPSTREAM_SECRET } })
    const visitor = await portal.customer()
    const login = await visitor.follow(await visitor.get('/personal'))
    expect(login).toShowFlash('warning', /Сеанс закончился/)
    expect(login.h1).toBe('Вход')
    // Only the calls of the page that redirects: its parallel calls may still be running.
    const ofLogin = ({ headers }: UpstreamCall) => headers['x-request-id'] === login.headers['x-request-id']
    expect(upstream.visitorCalls.filter(ofLogin)).toEqual([])
    expect((await visitor.get('/login')).flashes).toEqual([])
  })

  test('says so, too, after the page was prefetched, which keeps the session', async () => {
    upstream.on('accounts', { status: 401, body: { message: UPSTREAM_SECRET } })
    const visitor = await portal.customer()
    await visitor.get('/personal', { 'sec-purpose': 'prefetch' })
    const page = await visitor.get('/personal')
    expect(await visitor.follow(page)).toShowFlash('warning', /Сеанс закончился/)
  })
})

const kinds = Object.keys(faults).filter((kind): kind is Fault => kind in faults)

// A missing default account means that there is none.
const namesNone: readonly Fault[] = ['leaves out what is required', 'answers 204']

/** Each screen, and each call with each kind of fault. */
const faultsOfEach = requiredCalls
  .flatMap(([name, call]) => kinds.map((kind) => ({ name, call, kind })))
  .filter(({ call, kind }) => call !== 'defaultAccount' || !namesNone.includes(kind))
const waits = ({ kind }: { kind: Fault }) => NEVER_ENDS.includes(kind)
const faultyCases = [
  ...combinationsOf(
    faultsOfEach.filter((faulty) => !waits(faulty)),
    ({ name, call, kind }) => [name, `${call} ${kind}`],
  ),
  ...combinationsOf(faultsOfEach.filter(waits), valuesOf),
]

describe('a screen whose product API fails', () => {
  test.each(faultyCases)(
    '$name, when $call $kind, is the generic error screen without details',
    async (faulty) => {
      const { name, call, kind } = faulty
      upstream.on(call, kind)
      const startedAt = performance.now()
      const page = await open(screenNamed(name), portalFor(kind))
      const { status, retryAfter } = statusOf[kind]
      expect(page).toBeErrorScreen(status)
      expect(page.headers['retry-after']).toBe(retryAfter)
      expect(page.html).not.toContain(UPSTREAM_SECRET)
      expect(page.html).not.toMatch(/\bat .+\.(ts|js|tsx):\d+/)
      if (NEVER_ENDS.includes(kind)) expect(performance.now() - startedAt).toBeLessThan(TIMEOUT_MS + 3_000)
      expect(upstream.named(call)).toHaveLength(1)
    },
  )
})

/** Each part, and each failure of its call. */
const lacking = combinationsOf(
  product({
    part: parts.map((_, at) => at),
    failure: [400, 403, 404, 409, 410, 422, 429, 503, ...kinds],
  }),
  valuesOf,
)

describe('a screen without one of its parts', () => {
  test.each(lacking)('(%j) is shown, and says what it lacks', async ({ part, failure }) => {
    const [name, call, what] = parts[part] ?? parts[0]
    const [screen, lacks] = [screens[name], `Не удалось загрузить ${what}. Обновите страницу.`]
    const isStatus = typeof failure === 'number'
    upstream.on(call, isStatus ? { status: failure, body: { message: UPSTREAM_SECRET } } : failure)
    const page = await open(screen, isStatus ? portal : portalFor(failure))
    expect(page.status).toBe(200)
    expect(page.h1).toBe(screen.h1)
    expect(page.main).toContain(lacks)
    expect(page.html).not.toContain(UPSTREAM_SECRET)
  })

  test.each(parts)('says nothing of the kind while it is there: %s with %s', async (name) =>
    expect((await open(screens[name])).main).not.toContain('Не удалось загрузить'),
  )

  test.each(parts)('redirects to the login when the session has ended: %s without %s', async (name, call) => {
    const screen = screens[name]
    upstream.on(call, { status: 401, body: { message: UPSTREAM_SECRET } })
    const page = await (await portal.customer()).get(screen.path)
    expect(page).toHaveRedirect(`/login?${new URLSearchParams({ redirectTo: screen.path })}`, 302)
  })
})

describe('the whole upstream', () => {
  test('out of reach breaks only pages that need it', async () => {
    const visitor = await portal.customer()
    await upstream.down()
    try {
      expect((await visitor.get('/login')).h1).toBe('Вход')
      expect((await visitor.get('/registration')).h1).toBe('Регистрация')
      expect(await visitor.get('/about')).toBeErrorScreen(502)
      expect(await visitor.get('/personal')).toHaveRedirect('/login?redirectTo=%2Fpersonal')
      expect(visitor.cookies.has('session')).toBe(true)
    } finally {
      await upstream.up()
    }
    expect((await visitor.get('/personal')).h1).toBe('Лицевые счета')
  })

  test('that takes too long in total ends the page in time', async () => {
    for (const call of ['currentUser', 'defaultAccount', 'accounts'] as const) upstream.on(call, 'hang')
    const visitor = await impatient.customer()
    expect(await visitor.get('/personal')).toHaveRedirect('/login?redirectTo=%2Fpersonal')
  })
})

describe('the call for the current user', () => {
  test.each([
    ['403', { status: 403, body: { message: 'Нет' } }],
    ['data null', { body: { data: null } }],
  ])('answered with %s makes the visitor a guest, silently and for this page only', async (_, answer) => {
    upstream.on('currentUser', answer)
    const visitor = await portal.customer()
    const page = await visitor.get('/about')
    expect(page.status).toBe(200)
    expect(page.link('Войти')).toBe('/login')
    expect(page.flashes).toEqual([])
    expect(visitor.cookies.has('session')).toBe(true)
    upstream.on('currentUser', { body: { data: { id: '1', name: 'Анна', email: 'a@example.test' } } })
    expect((await visitor.get('/about')).link('Анна')).toBe('/personal')
  })

  test.each(['reset', 'hang', 'answers HTML'] as const)(
    'to an upstream that %s makes the visitor a guest, silently',
    async (kind) => {
      upstream.on('currentUser', kind)
      const visitor = await portalFor(kind).customer()
      const page = await visitor.get('/about')
      expect(page.status).toBe(200)
      expect(page.link('Войти')).toBe('/login')
      expect(page.flashes).toEqual([])
      expect(visitor.cookies.has('session')).toBe(true)
    },
  )

  test('answered with 401 drops the session without a message', async () => {
    upstream.on('currentUser', { status: 401, body: { message: 'Кто вы?' } })
    const visitor = await portal.customer()
    const page = await visitor.get('/about')
    expect(page.status).toBe(200)
    expect(page.flashes).toEqual([])
    expect(visitor.cookies.size).toBe(0)
    expect((await visitor.get('/about')).flashes).toEqual([])
  })

  test('answered with 401 redirects a personal page to the login without a message', async () => {
    upstream.on('currentUser', { status: 401, body: { message: 'Кто вы?' } })
    const visitor = await portal.customer()
    const page = await visitor.get('/personal/profile')
    expect(page).toHaveRedirect('/login?redirectTo=%2Fpersonal%2Fprofile', 302)
    expect(visitor.cookies.size).toBe(0)
    expect((await visitor.follow(page)).flashes).toEqual([])
  })

  test('answered with 401, like other calls, says on the login that the session has ended', async () => {
    for (const call of ['currentUser', 'defaultAccount'] as const)
      upstream.on(call, { status: 401, body: { message: 'Кто вы?' } })
    const visitor = await portal.customer()
    const page = await visitor.get('/personal/profile')
    expect(visitor.cookies.has('session')).toBe(false)
    expect(await visitor.follow(page)).toShowFlash('warning', /Сеанс закончился/)
  })

  test('answered with 401, like other calls, while the page is only prefetched, keeps the session and the message', async () => {
    for (const call of ['currentUser', 'defaultAccount'] as const)
      upstream.on(call, { status: 401, body: { message: 'Кто вы?' } })
    const visitor = await portal.customer()
    await visitor.get('/personal/profile', { 'sec-purpose': 'prefetch;prerender' })
    expect(visitor.cookies.has('session')).toBe(true)
    const page = await visitor.get('/personal/profile')
    expect(visitor.cookies.has('session')).toBe(false)
    expect(await visitor.follow(page)).toShowFlash('warning', /Сеанс закончился/)
  })

  test('renews the session of a page that is only prefetched, too', async () => {
    upstream.on('currentUser', {
      body: { data: { id: '1', name: 'Анна', email: 'a@example.test' } },
      headers: { 'set-cookie': 'sid=renewed' },
    })
    const visitor = await portal.customer()
    await visitor.get('/about', { 'sec-purpose': 'prefetch' })
    await visitor.get('/about')
    expect(upstream.named('currentUser').map(({ headers }) => headers.cookie)).toEqual([
      'sid=abc',
      'sid=renewed',
    ])
  })

  test('answered with 401 for a form says so too, because typed values are lost', async () => {
    const visitor = await portal.customer()
    upstream.on('currentUser', { status: 401, body: { message: 'Кто вы?' } })
    const page = await visitor.post('/personal/profile', { name: 'Анна', phone: '' })
    expect(page).toHaveRedirect('/login?redirectTo=%2Fpersonal%2Fprofile', 303)
    expect(upstream.named('changeProfile')).toEqual([])
    expect(await visitor.follow(page)).toShowFlash('warning', /Сеанс закончился/)
  })
})
