import { describe, expect, test } from 'vitest'
import type { Browser } from '../support/browser'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { customer } from '../support/default-answers'
import type { Page } from '../support/page'
import { portalOfThisFile } from '../support/portal'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const turnsOn = async (visitor: Browser, path = '/login') =>
  visitor.press(await visitor.get(path), 'Версия для слабовидящих')

/** The attributes of `<html>`. */
const look = (page: Page) => {
  const html = page.document.querySelector('html')
  if (html?.getAttribute('data-version') !== 'accessible') return 'usual'
  return ['size', 'scheme', 'font', 'spacing', 'line', 'images']
    .map((name) => html.getAttribute(`data-${name}`))
    .join(' ')
}
/** The redirect in a data response: names and values are in one list, by index. */
const told = (answer: Page) => {
  const list: unknown[] = JSON.parse(answer.html)
  const places = Object.entries(list[0] ?? {}).map(([name, value]) => [Number(name.slice(1)), Number(value)])
  return Object.fromEntries(places.map(([name = 0, value = 0]) => [list[name], list[value]]))
}

const FIRST = '150 white sans 0 1.5 on'

const choices = {
  size: ['100', '150', '200'],
  scheme: ['white', 'black', 'blue', 'brown', 'green'],
  font: ['sans', 'serif'],
  spacing: ['0', '0.12', '0.25'],
  line: ['1.5', '2', '2.5'],
  images: ['on', 'grey', 'off'],
}
const eachChoice = Object.entries(choices).flatMap(([name, values]) =>
  values.map((value) => [name, value] as const),
)

describe('the switch to the accessible version', () => {
  test('is off by default', async () => {
    const page = await portal.visitor().get('/login')
    expect(look(page)).toBe('usual')
    expect(page.html).not.toContain('accessible-version=')
    expect(page.all('link[rel=stylesheet][href*=accessible]')).toEqual([])
  })

  test('returns to its page with the query, by a full page load', async () => {
    const visitor = portal.visitor()
    const answer = await turnsOn(visitor, '/login?redirectTo=%2Fpersonal%2Fprofile')
    expect(answer).toHaveRedirect('/login?redirectTo=%2Fpersonal%2Fprofile', 303)
    const page = await visitor.follow(answer)
    expect(look(page)).toBe(FIRST)
    expect(page.h1).toBe('Вход')
    expect(page.all('link[rel=stylesheet][href*=accessible]')).toHaveLength(1)
  })

  test('sets one cookie for a year, hidden from scripts', async () => {
    const answer = await turnsOn(portal.visitor())
    expect(answer.setCookies.filter((line) => !line.startsWith('device='))).toEqual([
      'accessibleVersion=150_white_sans_0_1.5_on; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax',
    ])
  })

  test('makes no product API call', async () => {
    const visitor = await portal.customer()
    upstream.calls.length = 0
    await visitor.post('/accessible-version', { back: '/personal' })
    expect(upstream.visitorCalls).toEqual([])
  })

  test.each(['https://elsewhere.example/', ''])('never leads to another site: %j', async (back) => {
    expect(await portal.visitor().post('/accessible-version', { back })).toHaveRedirect('/', 303)
  })

  test('uses the referer when the form has no return address', async () => {
    const post = (referer: string) => portal.visitor().post('/accessible-version', {}, { referer })
    expect(await post(`${portal.publicUrl.origin}/help?a=b`)).toHaveRedirect('/help?a=b', 303)
    expect(await post('https://elsewhere.example/help')).toHaveRedirect('/', 303)
    expect(await post(`${portal.publicUrl.origin}.elsewhere.example/help`)).toHaveRedirect('/', 303)
  })

  test('is a full page load when scripts send it too', async () => {
    const answer = await portal.visitor().postData('/accessible-version', { back: '/login' })
    expect(answer.status).toBe(202)
    expect(answer.setCookie('accessibleVersion')).toBeDefined()
    expect(told(answer)).toMatchObject({ redirect: '/login', reload: true })
  })
})

describe('the accessible version', () => {
  test.each(eachChoice)('has %s %s after it is chosen', async (name, value) => {
    const visitor = portal.visitor()
    await turnsOn(visitor)
    const page = await visitor.get('/login')
    const answer = await visitor.press(page, 'Применить', { [name]: value })
    expect(answer).toHaveRedirect('/login', 303)
    const next = await visitor.get('/about')
    expect(next.document.querySelector('html')?.getAttribute(`data-${name}`)).toBe(value)
    const chosen = next.controls(name).filter(({ checked }) => checked)
    expect(chosen.map(({ value }) => value)).toEqual([value])
  })

  test('keeps earlier settings when one is changed', async () => {
    const visitor = portal.visitor()
    await visitor.post('/accessible-version', { size: '200' })
    await visitor.post('/accessible-version', { scheme: 'green' })
    expect(look(await visitor.get('/'))).toBe('200 green sans 0 1.5 on')
  })

  test('accepts only offered values', async () => {
    const visitor = portal.visitor()
    await visitor.post('/accessible-version', {
      size: '999',
      scheme: 'red" onload="alert(1)',
      line: ['2', '3'],
      unknown: 'x',
    })
    expect(look(await visitor.get('/'))).toBe('150 white sans 0 2 on')
  })

  test('can be reset and turned off', async () => {
    const visitor = portal.visitor()
    await visitor.post('/accessible-version', { size: '200', scheme: 'black', images: 'off' })
    const page = await visitor.get('/help')
    const reset = await visitor.press(page, 'Сбросить настройки')
    expect(reset).toHaveRedirect('/help', 303)
    expect(look(await visitor.follow(reset))).toBe(FIRST)
    const left = await visitor.press(await visitor.get('/help'), 'Обычная версия')
    expect(left).toHaveRedirect('/help', 303)
    expect(left.setCookie('accessibleVersion')).toMatch(/^accessibleVersion=; Max-Age=0; Path=\//)
    expect(look(await visitor.follow(left))).toBe('usual')
  })

  test('is not turned on by a reset', async () => {
    const visitor = portal.visitor()
    await visitor.press(await visitor.get('/accessible-version'), 'Сбросить настройки')
    expect(look(await visitor.get('/login'))).toBe('usual')
  })

  test('survives login and logout', async () => {
    const visitor = portal.visitor()
    await turnsOn(visitor)
    const page = await visitor.get('/login')
    upstream.on('login', { body: { data: customer }, headers: { 'set-cookie': 'sid=abc; Path=/; HttpOnly' } })
    const accounts = await visitor.follow(
      await visitor.press(page, 'Войти', { email: 'anna@example.test', password: 'сорок две птицы' }),
    )
    expect(accounts.h1).toBe('Лицевые счета')
    expect(look(accounts)).toBe(FIRST)
    const home = await visitor.follow(await visitor.press(accounts, 'Выйти'))
    expect(home).toShowFlash('success', 'Вы вышли. До встречи!')
    expect(look(home)).toBe(FIRST)
  })

  test('applies to every error screen', async () => {
    const visitor = await portal.customer()
    await turnsOn(visitor, '/about')
    const missing = await visitor.get('/personal/no-such-page')
    expect(missing).toBeErrorScreen(404)
    const foreign = await visitor.post('/personal/profile', {}, { 'sec-fetch-site': 'cross-site' })
    expect(foreign).toBeErrorScreen(403)
    upstream.on('accounts', { status: 503, body: {} })
    const broken = await visitor.get('/personal')
    expect(broken).toBeErrorScreen(503)
    for (const page of [missing, foreign, broken]) {
      expect(look(page)).toBe(FIRST)
      expect(page.buttons).toContain('Обычная версия')
    }
  })

  test('has its settings as a page too', async () => {
    const visitor = portal.visitor()
    const page = await visitor.get('/accessible-version?redirectTo=%2Fhelp')
    expect(page.h1).toBe('Версия для слабовидящих')
    expect(look(page)).toBe('usual')
    const answer = await visitor.press(page, 'Применить', { size: '200', scheme: 'blue' })
    expect(answer).toHaveRedirect('/help', 303)
    expect(look(await visitor.follow(answer))).toBe('200 blue sans 0 1.5 on')
    const other = await visitor.get('/accessible-version?redirectTo=//elsewhere')
    expect(other.formOf('Применить').values.get('back')).toBe('/accessible-version')
  })

  test.each([
    ['one value too few', '150_white_sans_0_1.5'],
    ['one too many', '150_white_sans_0_1.5_on_on'],
    ['a value that nobody offers', '300_white_sans_0_1.5_on'],
    ['markup', '%22%3E%3Cscript%3E'],
  ])('is off for a cookie with %s', async (_, value) => {
    const visitor = portal.visitor()
    visitor.cookies.set('accessibleVersion', value)
    expect(look(await visitor.get('/login'))).toBe('usual')
  })
})

describe('a cached guest page', () => {
  test('is cached separately for each version', async () => {
    const [usual, large] = [portal.visitor(), portal.visitor()]
    await large.post('/accessible-version', { size: '200' })
    for (let visit = 1; visit <= 2; visit += 1) {
      expect(look(await usual.get('/login'))).toBe('usual')
      expect(look(await large.get('/login'))).toBe('200 white sans 0 1.5 on')
      expect(look(await portal.visitor().get('/login'))).toBe('usual')
    }
  })

  test('differs by cookie for the browser’s cache too', async () => {
    expect((await portal.visitor().get('/login')).headers.vary).toMatch(/\bCookie\b/)
  })
})

test('a flash message survives the switch', async () => {
  const visitor = await portal.customer()
  const saved = await visitor.press(await visitor.get('/personal/profile'), 'Сохранить', {
    name: customer.name,
    phone: '',
  })
  await turnsOn(portal.visitor())
  await visitor.post('/accessible-version', { back: '/personal/profile' })
  expect(await visitor.follow(saved)).toShowFlash('success', 'Профиль сохранён')
})
