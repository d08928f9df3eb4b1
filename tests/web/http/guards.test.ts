import { describe, expect, test } from 'vitest'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { customer, defaultAnswers, homeAccount } from '../support/default-answers'
import { portalOfThisFile } from '../support/portal'
import { eachScreen, screens } from '../support/screens'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)
const impatient = await portalOfThisFile(upstream, { env: { PRODUCT_API_TIMEOUT_MS: '400' } })

const toLogin = (path: string) => `/login?${new URLSearchParams({ redirectTo: path })}`

const signsIn = () =>
  upstream.on('login', { body: { data: customer }, headers: { 'set-cookie': 'sid=fresh; HttpOnly' } })

// That each personal page redirects a guest: tests/web/http/route-map.test.ts.
test.each([screens.profile, screens.personalPaySuccess, screens.deleteAccount])(
  'a guest returns after the login to $path',
  async ({ path }) => {
    const visitor = portal.visitor()
    const redirected = await visitor.get(path)
    expect(redirected).toHaveRedirect(toLogin(path), 302)
    signsIn()
    const login = await visitor.follow(redirected)
    const signedIn = await visitor.press(login, 'Войти', { email: 'anna@example.test', password: 'secret' })
    expect(signedIn).toHaveRedirect(path, 303)
    expect((await visitor.follow(signedIn)).status).toBe(200)
  },
)

test.each(['forged', ''])('a visitor is a guest with the session %j', async (session) => {
  const visitor = portal.visitor()
  visitor.cookies.set('session', session)
  expect(await visitor.get('/personal/profile')).toHaveRedirect(toLogin('/personal/profile'), 302)
  expect(upstream.visitorCalls).toEqual([])
})

test.each(['post', 'postData'] as const)(
  'a guest who posts a personal form (by %s) is redirected to the login, which says why',
  async (way) => {
    const path = '/personal/profile'
    const visitor = portal.visitor()
    const answer = await visitor[way](path, { intent: 'profile', name: 'Анна' })
    if (way === 'post') expect(answer).toHaveRedirect(toLogin(path), 303)
    else expect(answer.html).toContain(toLogin(path))
    expect(await visitor.get(toLogin(path))).toShowFlash('warning', /^Сеанс закончился\./, { stays: true })
    expect(upstream.visitorCalls).toEqual([])
  },
)

test.each([
  ['changePassword', /выйдите/i],
  ['verifyEmail', /выйдите/i],
  ['forgotPassword', /Сменить пароль можно в профиле/],
  ['registration', null],
] as const)('a customer at the guests’ screen %s is told why it is not for them', async (name, words) => {
  const visitor = await portal.customer()
  const next = await visitor.follow(await visitor.get(screens[name].path))
  if (words) expect(next).toShowFlash('info', words, { stays: true })
  else expect(next.flashes).toEqual([])
})

test.each(eachScreen.filter(([, { access }]) => access === 'all'))(
  'the public screen %s is open to customers, too',
  async (_, { path, h1 }) => {
    expect((await (await portal.customer()).get(path)).h1).toBe(h1)
  },
)

test('a customer whose name and e-mail the API leaves out is signed in', async () => {
  upstream.on('currentUser', { body: { data: { id: customer.id, name: null } } })
  const page = await (await portal.customer()).get('/personal/profile')
  expect(page.status).toBe(200)
  expect(page.field('name').value).toBe('')
})

describe('a default account missing in the list', () => {
  const lost = '9999999999'

  test.each(['history', 'invoice', 'personalPay', 'newAutopayment'] as const)(
    'is replaced by the first account on the screen %s',
    async (name) => {
      upstream.on('defaultAccount', { body: { account: lost } })
      for (const call of ['history', 'charges', 'invoice'] as const)
        upstream.on(call, ({ id }) =>
          id === lost ? { status: 404, body: { message: 'Нет такого' } } : { body: defaultAnswers[call] },
        )
      const page = await (await portal.customer()).get(screens[name].path)
      expect(page.status).toBe(200)
      expect(page.h1).toBe(screens[name].h1)
      expect(page.main).not.toContain(lost)
      expect(page.html).toContain(homeAccount.account)
    },
  )

  test('is not found when the address names it', async () => {
    upstream.on('history', { status: 404, body: { message: 'Нет такого' } })
    const visitor = await portal.customer()
    expect(await visitor.get(`/personal/history?account=${lost}`)).toBeErrorScreen(404)
    expect(await visitor.get(`/personal/history?account=${lost}&from=wrong`)).toBeErrorScreen(404)
    expect(await visitor.get(`/personal/autopayments/new?account=${lost}`)).toBeErrorScreen(404)
  })

  test('shows the empty state when the list is empty', async () => {
    upstream.on('defaultAccount', { body: { account: lost } })
    upstream.on('accounts', { body: { data: [] } })
    upstream.on('history', { status: 404, body: { message: 'Нет такого' } })
    const page = await (await portal.customer()).get('/personal/history')
    expect(page.status).toBe(200)
    expect(page.main).toContain('Сначала добавьте лицевой счёт')
  })
})

test('a default account that is an empty text means that there is none', async () => {
  upstream.on('defaultAccount', { body: { account: '' } })
  expect((await (await portal.customer()).get('/personal/history')).status).toBe(200)
})

describe('the return address after the login', () => {
  const goBackTo = async (redirectTo: string) => {
    signsIn()
    const visitor = portal.visitor()
    const login = await visitor.get(`/login?${new URLSearchParams({ redirectTo })}`)
    return visitor.press(login, 'Войти', { email: 'anna@example.test', password: 'secret' })
  }

  test.each(['/personal?filter=%D0%B4%D0%B0%D1%87%D0%B0', '/about#top'])(
    'is the path %s of this site',
    async (path) => {
      expect(await goBackTo(path)).toHaveRedirect(path, 303)
    },
  )

  const toldToScripts = async (redirectTo: string) => {
    const login = `/login?${new URLSearchParams({ redirectTo })}`
    const pair = { email: 'anna@example.test', password: 'secret' }
    return (await portal.visitor().postData(login, pair)).html
  }

  test.each([
    ['/personal/history.csv?account=1', '/personal/history?account=1'],
    ['/personal/my-data.json', '/personal/my-data'],
    ['/personal/invoice.pdf?account=1.5', '/personal/invoice?account=1.5'],
    ['/personal/invoice-code.png?account=1&period=2026-10', '/personal/invoice?account=1&period=2026-10'],
    ['/personal/statement.pdf?account=1&year=2025', '/personal/invoice?account=1&year=2025'],
  ])('is the file %s, or with scripts the page that has it', async (path, page) => {
    expect(await goBackTo(path)).toHaveRedirect(path, 303)
    const data = await toldToScripts(path)
    expect(data).toContain(`"${page}"`)
    expect(data).not.toContain('"reload",true')
  })

  test('is a public file, which the browser opens and not the scripts', async () => {
    expect(await goBackTo('/robots.txt')).toHaveRedirect('/robots.txt', 303)
    expect(await toldToScripts('/robots.txt')).toContain('"reload",true')
  })

  // Every other way to lead away: app/server/http/redirects.server.test.ts.
  test.each(['https://evil.test/', '/\\evil.test', ''])(
    'is the personal pages when it is %j',
    async (redirectTo) => {
      expect(await goBackTo(redirectTo)).toHaveRedirect('/personal', 303)
    },
  )
})

describe('the current user', () => {
  const callNames = () => upstream.visitorCalls.map(({ name }) => name)

  test('is not requested without a cookie', async () => {
    await portal.visitor().get('/')
    await portal.visitor().get('/login')
    expect(upstream.named('currentUser')).toEqual([])
  })

  test('is requested with the default account, before anything of the page', async () => {
    let waiting = 0
    let together = 0
    const meet = async () => {
      waiting += 1
      for (let turn = 0; turn < 50 && waiting < 2; turn += 1) await new Promise((next) => setImmediate(next))
      together = Math.max(together, waiting)
    }
    upstream.on('currentUser', async () => {
      await meet()
      return { body: { data: customer } }
    })
    upstream.on('defaultAccount', async () => {
      await meet()
      return { body: { account: null } }
    })
    await (await portal.customer()).get('/personal')
    expect(together).toBe(2)
    expect(callNames()).toEqual(expect.arrayContaining(['currentUser', 'defaultAccount', 'accounts']))
    expect(callNames().at(-1)).toBe('accounts')
  })

  test('is requested once for a request with a rejected form', async () => {
    upstream.on('changeProfile', { status: 422, body: { message: 'Нет' } })
    const visitor = await portal.customer()
    await visitor.post('/personal/profile', { intent: 'profile', name: 'Анна', phone: '' })
    expect(callNames()).toEqual(['currentUser', 'changeProfile', 'defaultAccount'])
  })

  test('is requested once when the form is rejected before it is sent', async () => {
    await (await portal.customer()).post('/personal/profile', { intent: 'profile', name: '', phone: '' })
    expect(callNames()).toEqual(['currentUser', 'defaultAccount'])
  })

  test('is up to date right after a change', async () => {
    const visitor = await portal.customer()
    const page = await visitor.get('/personal/profile')
    upstream.on('currentUser', { body: { data: { ...customer, name: 'Анна Павловна' } } })
    const answer = await visitor.press(page, 'Сохранить', { name: 'Анна Павловна' })
    expect((await visitor.follow(answer)).link('Анна Павловна')).toBe('/personal')
  })
})

describe('the session', () => {
  test('is new with every login', async () => {
    const visitor = portal.visitor()
    signsIn()
    await visitor.post('/login', { email: 'a@example.test', password: 'p' })
    const first = visitor.cookies.get('session')
    const other = portal.visitor()
    await other.post('/login', { email: 'a@example.test', password: 'p' })
    expect(first).toBeTruthy()
    expect(other.cookies.get('session')).not.toBe(first)
  })

  test('sends the upstream’s cookies back to it and never to the browser', async () => {
    upstream.on('login', {
      body: { data: customer },
      headers: { 'set-cookie': ['sid=fresh; HttpOnly', 'region=69; Path=/', 'gone=1; Max-Age=0'] },
    })
    const visitor = portal.visitor()
    const answer = await visitor.post('/login', { email: 'a@example.test', password: 'p' })
    expect(answer.setCookies.join()).not.toMatch(/fresh|region|sid/)
    await visitor.get('/about')
    expect(upstream.named('currentUser').map(({ headers }) => headers.cookie)).toEqual([
      'sid=fresh; region=69',
    ])
  })

  test('is written only when it changed', async () => {
    const visitor = await portal.customer()
    expect((await visitor.get('/personal')).setCookies).toEqual([])
    expect((await visitor.get('/about')).setCookies).toEqual([])
    upstream.on('accounts', { body: { data: [] }, headers: { 'set-cookie': 'sid=abc; Path=/; HttpOnly' } })
    expect((await visitor.get('/personal')).setCookies).toEqual([])
    upstream.on('accounts', { body: { data: [] }, headers: { 'set-cookie': 'sid=rolled' } })
    const page = await visitor.get('/personal')
    expect(page.setCookies).toHaveLength(1)
    await visitor.get('/about')
    expect(upstream.named('currentUser').at(-1)?.headers.cookie).toBe('sid=rolled')
  })

  test('ends with the logout, here and at the product API', async () => {
    const visitor = await portal.customer()
    const page = await visitor.get('/personal')
    const answer = await visitor.press(page, 'Выйти')
    expect(answer).toHaveRedirect('/', 303)
    expect(upstream.named('logout').map(({ headers }) => headers.cookie)).toEqual(['sid=abc'])
    expect(visitor.cookies.has('session')).toBe(false)
    expect(await visitor.follow(answer)).toShowFlash('success', 'Вы вышли. До встречи!')
    expect(await visitor.get('/personal')).toHaveRedirect(toLogin('/personal'))
  })

  test.each(['answers 500', 'hang'] as const)(
    'ends here even when the product API %s at the logout',
    async (fault) => {
      upstream.on('logout', fault)
      const visitor = await impatient.customer()
      expect(await visitor.post('/logout')).toHaveRedirect('/', 303)
      expect(visitor.cookies.has('session')).toBe(false)
    },
  )

  test('does not end by opening the logout address', async () => {
    const visitor = await portal.customer()
    expect(await visitor.get('/logout')).toHaveRedirect('/', 302)
    expect(visitor.cookies.has('session')).toBe(true)
    expect(upstream.named('logout')).toEqual([])
  })

  test('begins with the verification when the product API signs in by it', async () => {
    upstream.on('verifyEmail', { body: {}, headers: { 'set-cookie': 'sid=verified' } })
    const visitor = portal.visitor()
    const page = await visitor.get('/verify-email/9f3c2a7e51b04d6c8a1e?code=1')
    const answer = await visitor.press(page, 'Подтвердить адрес')
    expect(answer).toHaveRedirect('/personal', 303)
    expect(visitor.cookies.has('session')).toBe(true)
  })
})

describe('a mailed link with encoded characters in its id', () => {
  const mailed = [
    ['verifyEmail', '/verify-email/', 'Подтвердить адрес', {}],
    [
      'changePassword',
      '/change-password/',
      'Сохранить пароль',
      { password: 'сорок две птицы', password_confirmation: 'сорок две птицы' },
    ],
    ['changeEmailUndo', '/change-email-undo/', 'Вернуть прежний адрес', {}],
    ['notMe', '/not-me/', 'Это не я: завершить все сеансы', {}],
    ['deletionUndo', '/deletion-undo/', 'Отменить удаление', {}],
    ['optOutOfCharge', '/autopay-refuse/', 'Отказаться от списания', {}],
    ['stopReadingReminder', '/reminder-off/', 'Отключить напоминания', {}],
    ['stopInvoiceLetters', '/invoice-letters-off/', 'Отключить письма о квитанциях', {}],
  ] as const

  const ids = ['a%2Fb', 'g%253Fh']

  test.each(mailed)('reaches %s with the same encoding', async (call, folder, button, typed) => {
    for (const id of ids) {
      const visitor = portal.visitor()
      const page = await visitor.get(`${folder}${id}?code=123`)
      expect(page.status).toBe(200)
      expect((await visitor.press(page, button, typed)).status).toBe(303)
      expect(upstream.named(call).at(-1)?.path.split('?')[0]).toMatch(new RegExp(`/${id}$`))
    }
    expect(upstream.named(call)).toHaveLength(ids.length)
  })
})

describe('a mailed link', () => {
  const links = [
    '/verify-email/9f3c2a7e51b04d6c8a1e?code=1',
    '/personal/change-email?id=1&code=2',
    '/change-email-undo/9f3c2a7e51b04d6c8a1e?code=1',
    '/not-me/9f3c2a7e51b04d6c8a1e?code=1',
    '/deletion-undo/9f3c2a7e51b04d6c8a1e?code=1',
    '/autopay-refuse/9f3c2a7e51b04d6c8a1e?code=1',
    '/access-invite/9f3c2a7e51b04d6c8a1e?code=1',
    '/reminder-off/9f3c2a7e51b04d6c8a1e?code=1',
    '/invoice-letters-off/9f3c2a7e51b04d6c8a1e?code=1',
  ]

  test.each(links)('%s changes nothing when it is opened, prefetched or requested as data', async (path) => {
    const visitor = path.startsWith('/personal') ? await portal.customer() : portal.visitor()
    await visitor.get(path)
    await visitor.get(path, { 'sec-purpose': 'prefetch' })
    await visitor.data(path)
    await visitor.ask(path, { method: 'HEAD' })
    for (const call of [
      'verifyEmail',
      'changeEmail',
      'changeEmailUndo',
      'deletionUndo',
      'notMe',
      'optOutOfCharge',
      'stopReadingReminder',
      'stopInvoiceLetters',
      'acceptInvitation',
      'declineInvitation',
    ] as const)
      expect(upstream.named(call)).toEqual([])
  })

  test.each([
    ['/personal/change-email?id=a%20b&code=%2B+x&empty', 'changeEmail', 'Подтвердить новый адрес'],
    [
      '/change-password/9f3c2a7e51b04d6c8a1e?code=a%20b&x=%D1%8F&index=1&b',
      'changePassword',
      'Сохранить пароль',
    ],
  ] as const)('%s passes its query on unchanged', async (path, call, button) => {
    const visitor = path.startsWith('/personal') ? await portal.customer() : portal.visitor()
    const page = await visitor.get(path)
    const password = 'сорок две птицы'
    const typed = call === 'changePassword' ? { password, password_confirmation: password } : {}
    await visitor.press(page, button, typed)
    await visitor.postData(path, typed)
    const query = path.split('?')[1]
    expect(upstream.named(call).map((made) => made.path.split('?')[1])).toEqual([query, query])
  })

  test('what Remix would add to a data request is passed on when it stands in the link itself', async () => {
    const path = '/personal/change-email?id=1&_routes=a&code=2'
    const visitor = await portal.customer()
    await visitor.press(await visitor.get(path), 'Подтвердить новый адрес')
    expect(upstream.named('changeEmail').map((made) => made.path.split('?')[1])).toEqual([path.split('?')[1]])
  })
})
