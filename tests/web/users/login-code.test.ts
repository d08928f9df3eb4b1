import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Browser } from '../support/browser'
import { type FakeUpstream, fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { baseData, customer } from '../support/default-answers'
import { portalOfThisFile } from '../support/portal'
import { withBaseData } from '../support/with-base-data'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const pair = { email: 'anna@example.test', password: 'сорок две птицы' }
const TEN_MINUTES_MS = 10 * 60 * 1_000

const asksForCode = (token = 'token-of-the-login') => ({
  status: 403,
  body: { message: 'Введите код', code: 'second_step', secondStep: { token } },
})

const signsIn = {
  body: { data: customer },
  headers: { 'set-cookie': 'sid=fresh; HttpOnly' },
}

/** A visitor who has typed the right pair, and what the login answered. */
const typesPair = async (path = '/login', visitor: Browser = portal.visitor()) => {
  const answer = await visitor.press(await visitor.get(path), 'Войти', pair)
  return { visitor, answer }
}

/** At the page that asks for the code. */
const comesToCode = async (path = '/login') => {
  upstream.on('login', asksForCode())
  const { visitor, answer } = await typesPair(path)
  return { visitor, answer, page: await visitor.follow(answer) }
}

afterEach(() => void vi.useRealTimers())

describe('a login with a second step', () => {
  test('asks for the code on a page of its own, and nobody is signed in yet', async () => {
    const { visitor, answer, page } = await comesToCode()
    expect(answer).toHaveRedirect('/login/code', 303)
    expect(page.status).toBe(200)
    expect(page.h1).toBe('Код для входа')
    expect(page.headers['cache-control']).toBe('private, no-store')
    expect(page.field('code').element.getAttribute('autocomplete')).toBe('one-time-code')
    expect(visitor.cookies.has('session')).toBe(false)
    expect(await visitor.get('/personal')).toHaveRedirect('/login?redirectTo=%2Fpersonal')
  })

  test('keeps the token from scripts, addresses and pages, and for ten minutes', async () => {
    const { answer, page } = await comesToCode()
    const cookie = answer.setCookie('second-step') ?? ''
    expect(cookie).toMatch(/; Max-Age=600;/)
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; SameSite=Lax/)
    expect(`${cookie} ${answer.location} ${page.html}`).not.toContain('token-of-the-login')
  })

  test('sends the code with the token and the device, without the spaces, and signs in', async () => {
    const { visitor, page } = await comesToCode()
    upstream.on('loginSecondStep', signsIn)
    const answer = await visitor.press(page, 'Войти', { code: ' 123\u00a0456 ' })
    expect(answer).toHaveRedirect('/personal', 303)
    const [call] = upstream.named('loginSecondStep')
    expect(call?.body).toEqual({ token: 'token-of-the-login', code: '123456' })
    expect(call?.headers['x-device']).toBe('Chrome, Android')
    expect(call?.headers['x-device-id']).toBe(visitor.cookies.get('device'))
    expect(visitor.cookies.has('second-step')).toBe(false)
    expect((await visitor.follow(answer)).h1).toBe('Лицевые счета')
  })

  test('takes a recovery code as it was printed', async () => {
    const { visitor, page } = await comesToCode()
    upstream.on('loginSecondStep', signsIn)
    await visitor.press(page, 'Войти', { code: 'k7fp-q2mz-9xw4' })
    expect(upstream.named('loginSecondStep').map(({ body }) => body)).toEqual([
      { token: 'token-of-the-login', code: 'k7fp-q2mz-9xw4' },
    ])
  })

  test('leads to the page that the visitor wanted', async () => {
    const { visitor, answer, page } = await comesToCode('/login?redirectTo=%2Fpersonal%2Fprofile')
    expect(answer).toHaveRedirect('/login/code?redirectTo=%2Fpersonal%2Fprofile', 303)
    expect(page.link('Вход')).toBe('/login?redirectTo=%2Fpersonal%2Fprofile')
    upstream.on('loginSecondStep', signsIn)
    expect(await visitor.press(page, 'Войти', { code: '123456' })).toHaveRedirect('/personal/profile', 303)
  })

  test('leads to no other site', async () => {
    const { visitor } = await comesToCode()
    upstream.on('loginSecondStep', signsIn)
    const page = await visitor.get('/login/code?redirectTo=https%3A%2F%2Fevil.test')
    expect(await visitor.press(page, 'Войти', { code: '123456' })).toHaveRedirect('/personal', 303)
  })

  test('whose token is too long for a cookie is a fault of the API, and the login stays', async () => {
    upstream.on('login', asksForCode('t'.repeat(2_001)))
    const { answer } = await typesPair()
    expect(answer.status).toBe(502)
    expect(answer.errorSummary).toEqual(['Сервис временно недоступен. Попробуйте ещё раз.'])
    expect(answer.field('email').value).toBe(pair.email)
    expect(answer.setCookie('second-step')).toBeUndefined()
    expect(portal.log).toContainEqual(expect.objectContaining({ call: 'login', status: 502 }))
  })

  test('whose token fits is taken by a browser', async () => {
    upstream.on('login', asksForCode('t'.repeat(2_000)))
    const { answer } = await typesPair()
    expect(answer).toHaveRedirect('/login/code', 303)
    expect(Buffer.byteLength(answer.setCookie('second-step') ?? '')).toBeLessThan(4_096)
  })

  test('is refused in words where base data do not name the feature, and the page is not found', async () => {
    await withBaseData({ ...baseData, features: [] }, async (without, api) => {
      api.on('login', asksForCode())
      const { answer, visitor } = await typesPair('/login', without.visitor())
      expect(answer.status).toBe(403)
      expect(answer).toShowFlash('error', 'Введите код')
      expect(answer.setCookie('second-step')).toBeUndefined()
      expect(await visitor.get('/login/code')).toBeErrorScreen(404)
      expect(await (await without.atSecondStep()).post('/login/code', { code: '1' })).toBeErrorScreen(404)
      expect(api.named('loginSecondStep')).toEqual([])
    })
  })
})

describe('the box for a device that is remembered', () => {
  const words = 'Не спрашивать код на этом устройстве 30 дней'
  const bodies = (api: FakeUpstream) => api.named('loginSecondStep').map(({ body }) => body)

  test('is not ticked, and says so to the API only when it is', async () => {
    const { visitor, page } = await comesToCode()
    expect(page.main).toContain(words)
    expect(page.field('rememberDevice')).toMatchObject({ type: 'checkbox', checked: false })
    upstream.on('loginSecondStep', signsIn)
    await visitor.press(page, 'Войти', { code: '123456', rememberDevice: true })
    expect(bodies(upstream)).toEqual([{ token: 'token-of-the-login', code: '123456', rememberDevice: true }])
  })

  test.each([true, false])('stays as it was after a rejected code: %j', async (rememberDevice) => {
    const { visitor, page } = await comesToCode()
    const empty = await visitor.press(page, 'Войти', { code: '', rememberDevice })
    expect(empty.field('rememberDevice').checked).toBe(rememberDevice)
    upstream.on('loginSecondStep', {
      status: 422,
      body: { message: 'Не получилось войти', errors: { code: ['Код не подошёл'] } },
    })
    const answer = await visitor.press(empty, 'Войти', { code: '000000' })
    expect(answer.field('code').errors).toEqual(['Код не подошёл'])
    expect(answer.field('rememberDevice').checked).toBe(rememberDevice)
  })

  test('is not drawn where base data do not name the feature, and the API gets token and code alone', async () => {
    await withBaseData({ ...baseData, features: ['security'] }, async (without, api) => {
      api.on('loginSecondStep', signsIn)
      const visitor = await without.atSecondStep()
      const page = await visitor.get('/login/code')
      expect(page.h1).toBe('Код для входа')
      expect(page.controls('rememberDevice')).toEqual([])
      expect(page.main).not.toContain('30 дней')
      await visitor.press(page, 'Войти', { code: '123456' })
      const old = await without.atSecondStep()
      await old.post('/login/code', { code: '123456', rememberDevice: 'on' })
      expect(bodies(api)).toEqual([1, 2].map(() => ({ token: 'token-1', code: '123456' })))
    })
  })

  test('is not linked to where it is not drawn', async () => {
    await withBaseData({ ...baseData, features: ['security'] }, async (without, api) => {
      const errors = { rememberDevice: ['Так нельзя'], code: ['Код не подошёл'] }
      api.on('loginSecondStep', { status: 422, body: { message: '', errors } })
      const visitor = await without.atSecondStep()
      const answer = await visitor.press(await visitor.get('/login/code'), 'Войти', { code: '123456' })
      expect(answer.errorSummary).toEqual(['Так нельзя', 'Код не подошёл'])
      expect(answer.summaryLeadsTo).toEqual(['code'])
    })
  })
})

describe('the page that asks for the code', () => {
  test.each([
    ['no cookie', undefined],
    ['a forged one', 'Fe26.2*forged'],
  ])('leads back to the login with %s, and calls nothing', async (_, cookie) => {
    const visitor = portal.visitor()
    if (cookie) visitor.cookies.set('second-step', cookie)
    expect(await visitor.get('/login/code')).toHaveRedirect('/login', 302)
    expect(await visitor.get('/login/code?redirectTo=%2Fpersonal%2Fprofile')).toHaveRedirect(
      '/login?redirectTo=%2Fpersonal%2Fprofile',
      302,
    )
    const posted = await visitor.post('/login/code', { code: '123456' })
    expect(posted).toHaveRedirect('/login', 303)
    expect(await visitor.follow(posted)).toShowFlash('warning', /Войдите ещё раз/, { stays: true })
    expect(upstream.visitorCalls).toEqual([])
  })

  test('leads back to the login after ten minutes', async () => {
    const { visitor } = await comesToCode()
    const startedAt = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: startedAt + TEN_MINUTES_MS - 5_000 })
    expect((await visitor.get('/login/code')).status).toBe(200)
    vi.setSystemTime(startedAt + TEN_MINUTES_MS + 1_000)
    expect(await visitor.get('/login/code')).toHaveRedirect('/login', 302)
  })

  test('does not take the session’s cookie for its token', async () => {
    const session = (await portal.customer()).cookies.get('session') ?? ''
    const visitor = portal.visitor()
    visitor.cookies.set('second-step', session)
    expect(await visitor.get('/login/code')).toHaveRedirect('/login', 302)
  })

  test('leads a customer to the personal pages', async () => {
    const visitor = await portal.customer()
    visitor.cookies.set('second-step', (await portal.atSecondStep()).cookies.get('second-step') ?? '')
    expect(await visitor.get('/login/code')).toHaveRedirect('/personal', 302)
    expect(await visitor.post('/login/code', { code: '123456' })).toHaveRedirect('/personal', 303)
    expect(upstream.named('loginSecondStep')).toEqual([])
  })

  test('asks for a code where none was typed, and keeps the token', async () => {
    const visitor = await portal.atSecondStep()
    const page = await visitor.get('/login/code')
    for (const [typed, words] of [
      ['   ', 'Введите код'],
      ['1'.repeat(201), 'Слишком длинный код'],
    ] as const) {
      const answer = await visitor.press(page, 'Войти', { code: typed })
      expect(answer.status).toBe(400)
      expect(answer.field('code').errors).toEqual([words])
    }
    expect(upstream.named('loginSecondStep')).toEqual([])
    expect(visitor.cookies.has('second-step')).toBe(true)
  })

  test('says at the field that the code is wrong, and takes the next one', async () => {
    const { visitor, page } = await comesToCode('/login?redirectTo=%2Fpersonal%2Fprofile')
    upstream.on('loginSecondStep', {
      status: 422,
      body: { message: 'Не получилось войти', errors: { code: ['Код не подошёл'] } },
    })
    const answer = await visitor.press(page, 'Войти', { code: '000 000' })
    expect(answer.status).toBe(400)
    expect(answer.title).toMatch(/^Ошибка: Код для входа/)
    expect(answer.field('code').errors).toEqual(['Код не подошёл'])
    expect(answer.field('code').value).toBe('000 000')
    upstream.on('loginSecondStep', signsIn)
    expect(await visitor.press(answer, 'Войти', { code: '123456' })).toHaveRedirect('/personal/profile', 303)
  })

  test('leads back to the login when it is too late, says so once and forgets the token', async () => {
    const { visitor, page } = await comesToCode('/login?redirectTo=%2Fpersonal%2Fprofile')
    upstream.on('loginSecondStep', { status: 410, body: { message: 'Поздно' } })
    const answer = await visitor.press(page, 'Войти', { code: '123456' })
    expect(answer).toHaveRedirect('/login?redirectTo=%2Fpersonal%2Fprofile', 303)
    expect(visitor.cookies.has('second-step')).toBe(false)
    expect(await visitor.follow(answer)).toShowFlash(
      'warning',
      'Этот вход уже завершён: вы нажали дважды, время на код вышло или кончились попытки. Войдите ещё раз.',
      { stays: true },
    )
    expect((await visitor.get('/login')).flashes).toEqual([])
    expect(await visitor.get('/login/code')).toHaveRedirect('/login', 302)
  })

  test('leads on to the page that the visitor wanted also after an answer that there is no session', async () => {
    const { visitor, page } = await comesToCode('/login?redirectTo=%2Fpersonal%2Fhistory')
    upstream.on('loginSecondStep', { status: 401, body: { message: 'Кто вы?' } })
    const lost = await visitor.press(page, 'Войти', { code: '123456' })
    expect(lost).toHaveRedirect('/login?redirectTo=%2Fpersonal%2Fhistory', 303)
    const login = await visitor.follow(lost)
    expect(login).toShowFlash('warning', 'Сеанс закончился. Войдите ещё раз.', { stays: true })

    const code = await visitor.follow(await visitor.press(login, 'Войти', pair))
    expect(code.h1).toBe('Код для входа')
    upstream.on('loginSecondStep', signsIn)
    const signedIn = await visitor.press(code, 'Войти', { code: '123456' })
    expect(signedIn).toHaveRedirect('/personal/history', 303)
  })

  test('says nothing about a second press when the first one has signed the visitor in', async () => {
    const { visitor, page } = await comesToCode()
    upstream.on('loginSecondStep', { status: 410, body: { message: 'Поздно' } })
    const second = await visitor.press(page, 'Войти', { code: '123456' })
    expect(second).toHaveRedirect('/login', 303)
    // The answer to the first press has arrived meanwhile.
    visitor.cookies.set('session', (await portal.customer()).cookies.get('session') ?? '')
    const login = await visitor.follow(second)
    expect(login).toHaveRedirect('/personal', 302)
    const accounts = await visitor.follow(login)
    expect(accounts.h1).toBe('Лицевые счета')
    expect(accounts.flashes).toEqual([])
    expect(visitor.cookies.has('flashMessage')).toBe(false)
  })

  test.each([
    ['has no session cookie', { body: { data: customer } }],
    ['is broken, though it has one', { body: { data: {} }, headers: { 'set-cookie': 'sid=fresh' } }],
  ])('whose answer %s signs nobody in, and may be sent again', async (_, broken) => {
    const { visitor, page } = await comesToCode()
    upstream.on('loginSecondStep', broken)
    const answer = await visitor.press(page, 'Войти', { code: '123456' })
    expect(answer.status).toBe(502)
    expect(answer.errorSummary).toEqual(['Сервис временно недоступен. Попробуйте ещё раз.'])
    expect(visitor.cookies.has('session')).toBe(false)
    expect(visitor.cookies.has('second-step')).toBe(true)
  })

  test('keeps the token to itself in the log', async () => {
    const { visitor, page } = await comesToCode()
    upstream.on('loginSecondStep', 'answers 500')
    await visitor.press(page, 'Войти', { code: '737 373' })
    const lines = JSON.stringify(portal.log)
    expect(lines).not.toContain('token-of-the-login')
    expect(lines).not.toMatch(/737 ?373/)
  })
})
