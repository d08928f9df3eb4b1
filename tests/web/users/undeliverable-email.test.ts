import { describe, expect, test } from 'vitest'
import { customer } from '../support/default-answers'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import { plain } from '../support/page'
import { portalOfThisFile } from '../support/portal'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const words = `Наши письма на адрес ${customer.email} не доходят.`
const pages = ['/personal', '/personal/profile', '/personal/my-data']

/** Opens a page of a customer with this answer of the product API. */
const open = async (path: string, more: object) => {
  const visitor = await portal.customer()
  upstream.on('currentUser', { body: { data: { ...customer, ...more } } })
  return visitor.get(path)
}

test.each(pages)(
  '%s warns of an address at which letters do not arrive, and leads to its change',
  async (path) => {
    const page = await open(path, { emailUndeliverable: true })
    expect(page.status).toBe(200)
    expect(page.main).toContain(words)
    const links = page.all('main a[href="/personal/change-email-request"]')
    expect(links.map((link) => link.text.trim())).toEqual(['Изменить адрес почты'])
    expect((await open(path, {})).main).not.toContain('не доходят')
  },
)

test.each([false, null])('does not warn where the API says %j', async (emailUndeliverable) => {
  const page = await open('/personal', { emailUndeliverable })
  expect(page.status).toBe(200)
  expect(page.main).not.toContain('не доходят')
})

test('an address of a Cyrillic domain is shown as people write it', async () => {
  const page = await open('/personal', { email: 'anna@xn--80a1acny.xn--p1ai', emailUndeliverable: true })
  expect(page.main).toContain('Наши письма на адрес anna@почта.рф не доходят.')
})

test('an address that is not named gives no warning without an address', async () => {
  const page = await open('/personal', { email: '', emailUndeliverable: true })
  expect(page.status).toBe(200)
  expect(page.main).not.toContain('не доходят')
})

test('before a deletion it says that the way back may not arrive either, above the password', async () => {
  const page = await open('/personal/my-data', { emailUndeliverable: true })
  const section = page.all('main section').find((one) => one.text.includes('Удаление личного кабинета'))
  const text = plain(section?.structuredText ?? '')
  expect(text).toContain('Письмо со ссылкой, по которой можно вернуться, тоже может не дойти.')
  expect(text.indexOf(words)).toBeGreaterThan(-1)
  expect(text.indexOf(words)).toBeLessThan(text.indexOf('Пароль от кабинета'))
})

test('after a deletion it promises no letter, but names support', async () => {
  const visitor = await portal.customer()
  upstream.on('currentUser', { body: { data: { ...customer, emailUndeliverable: true } } })
  upstream.on('deletion', { status: 204 })
  const page = await visitor.get('/personal/my-data')
  const answer = await visitor.press(page, 'Удалить личный кабинет', { password: 'сорок две птицы' })
  const [flash, ...more] = (await visitor.follow(answer)).flashes
  expect(flash).toMatchObject({ type: 'warning', stays: true })
  expect(plain(flash?.text ?? '')).toMatch(
    /^Личный кабинет удалён\..* не доходят\. .* в течение 30 дней напишите или позвоните в поддержку/,
  )
  expect(more).toEqual([])
})

test('a customer without accounts is warned, too', async () => {
  upstream.on('accounts', { body: { data: [] } })
  const page = await open('/personal', { emailUndeliverable: true })
  expect(page.main).toContain(words)
  expect(page.main).toContain('Добавьте первый лицевой счёт')
})

describe('at the end of a login', () => {
  const pair = { email: customer.email, password: 'сорок две птицы' }
  const undeliverable = { ...customer, emailUndeliverable: true }
  const signedIn = (user: object) => ({
    body: { data: user },
    headers: { 'set-cookie': 'sid=fresh; HttpOnly' },
  })

  /** The page at which a login ends that began at `path`; with a code where the answer to the password asks for it. */
  const loginFrom = async (path: string, user: object, { withCode = false } = {}) => {
    const asksForCode = { message: 'Введите код', code: 'second_step', secondStep: { token: 'token' } }
    upstream.on('login', withCode ? { status: 403, body: asksForCode } : signedIn(user))
    upstream.on('loginSecondStep', signedIn(user))
    upstream.on('currentUser', { body: { data: null } })
    const visitor = portal.visitor()
    let answer = await visitor.press(await visitor.get(path), 'Войти', pair)
    if (withCode) answer = await visitor.press(await visitor.follow(answer), 'Войти', { code: '123456' })
    upstream.on('currentUser', { body: { data: user } })
    return visitor.follow(answer)
  }
  const toHistory = '/login?redirectTo=%2Fpersonal%2Fhistory'

  test.each([false, true])('on another page tells of it once, with a code: %s', async (withCode) => {
    const page = await loginFrom(toHistory, undeliverable, { withCode })
    expect(page.status).toBe(200)
    expect(page.flashes).toEqual([
      { type: 'warning', text: `${words} Проверьте его в профиле.`, stays: true },
    ])
  })

  test.each([
    ['/login', undeliverable, 'where the page warns by itself'],
    ['/login?redirectTo=%2Fpersonal%2Fmy-data', undeliverable, 'where the page warns by itself'],
    [toHistory, customer, 'where letters arrive'],
    [toHistory, { ...undeliverable, email: '' }, 'without an address'],
  ])('from %s gives no message: %o, %s', async (path, user) => {
    const page = await loginFrom(path, user)
    expect(page.status).toBe(200)
    expect(page.flashes).toEqual([])
  })
})
