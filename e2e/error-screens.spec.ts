import { looksElsewhere } from './actions/toasts'
import type { Visitor } from './actions/visitor'
import { isWellDrawn } from './checks/accessibility'
import { anna, newcomer, register } from './data/people'
import type { Fault } from './support/prefix-proxy'
import { scriptModeTags } from './support/script-mode-tags'
import { expect, test } from './test'

const inTurn = scriptModeTags()

// With a proxy, so that the product API can fail.
test.use({ setup: { upstream: 'remote' } })
// One worker for the file, which then starts one such portal.
test.describe.configure({ mode: 'default' })

const TECHNICAL = /\b(Error|Exception|Not Found|Forbidden|Bad Gateway|undefined|null|stack|50\d|at \S+:\d+)\b/

/** Checks what the three screens share; title and h1 are the same. */
async function seesScreen(visitor: Visitor, title: string) {
  await expect(visitor.h1).toHaveText(title)
  await expect(visitor.page).toHaveTitle(title)
  await expect(visitor.leftMenu).toHaveCount(0)
  await expect(visitor.main).toContainText(/обратитесь в\sслужбу поддержки: .*help@portal\.example/)
  await expect(visitor.main).not.toContainText(TECHNICAL)
  await expect(visitor.main.getByRole('link', { name: /^главн(ой|ую) страниц[уы]$/ })).toHaveAttribute(
    'href',
    '/',
  )
  await expect(visitor.link('Перейти на главную')).toHaveAttribute('href', '/')
}

const NOT_FOUND = 'Ошибка 404 - Страница не найдена'
const FORBIDDEN = 'Ошибка 403 - Нет доступа'
const WRONG = 'Что-то пошло не так... Попробуйте ещё раз.'

const home = (visitor: Visitor) => visitor.sees('Квитанции за дом, гараж и интернет в одном месте')

test('404: an unknown address', { tag: inTurn() }, async ({ visitor }) => {
  for (const path of ['/no/such/page', '/personal-no', '/verify-email/a/b', '/change-password/']) {
    const answer = await visitor.opens(path)
    expect(answer.status(), path).toBe(404)
    await seesScreen(visitor, NOT_FOUND)
  }
  await expect(visitor.main).toContainText('Страница, которую вы запросили, не найдена')
  await expect(visitor.main).toContainText('Если страница точно должна здесь быть')
  await visitor.follows('Перейти на главную')
  await home(visitor)
})

test('404: an address that has no page to hydrate comes whole and without scripts @scripts-on', async ({
  visitor,
}) => {
  const unreadable = ['/%5c%5b', '/%0a', '/%E2%80%A8', '/a%0ab/c', '/%E0%A4%A', '/%zz']
  for (const path of [...unreadable, '/calendar/no-such-file']) {
    const answer = await visitor.opens(path)
    expect(answer.status(), path).toBe(404)
    await seesScreen(visitor, NOT_FOUND)
    await expect(visitor.page.locator('script')).toHaveCount(0)
  }
  await visitor.follows('Перейти на главную')
  await home(visitor)
})

test('414: too long an address comes whole and without scripts @scripts-on', async ({ visitor }) => {
  const long = 'a'.repeat(5_000)
  for (const path of [`/about?a=${long}`, `/login?a=${long}`, `/${long}`, `/?a=${long}`]) {
    const answer = await visitor.opens(path)
    expect(answer.status(), path.slice(0, 20)).toBe(414)
    await seesScreen(visitor, WRONG)
    await expect(visitor.page.locator('script')).toHaveCount(0)
  }
  await visitor.follows('Перейти на главную')
  await home(visitor)
})

test('404 under the personal pages has no left menu', { tag: inTurn() }, async ({
  visitor,
  signedInAsAnna,
}) => {
  await signedInAsAnna()
  for (const path of ['/personal/no-such-page', '/personal/delete-account?account=1']) {
    const answer = await visitor.opens(path)
    expect(answer.status(), path).toBe(404)
    await seesScreen(visitor, NOT_FOUND)
    await expect(visitor.header.getByRole('link', { name: anna.name })).toBeVisible()
  }
})

test('403: a form posted from another site', { tag: inTurn() }, async ({ visitor, portal }) => {
  await visitor.page.setContent(
    `<form method="post" action="${portal.url}/login"><button>Выиграть приз</button></form>`,
  )
  const answer = visitor.page.waitForResponse(/[/]login$/)
  await visitor.page.getByRole('button').click()
  expect((await answer).status()).toBe(403)
  await seesScreen(visitor, FORBIDDEN)
  await expect(visitor.main).toContainText('Эта страница вам недоступна')
  await expect(visitor.main).toContainText('Если ошибка повторяется')
  await isWellDrawn(visitor)
  await visitor.follows('Перейти на главную')
  await home(visitor)
})

test('403: an account that the product API refuses to show', { tag: inTurn() }, async ({
  visitor,
  signedInAsAnna,
  portal,
}) => {
  await signedInAsAnna()
  if (portal.proxy)
    portal.proxy.fault = ({ path }) =>
      path === '/api/v1/personal/' ? { status: 403, body: '{"message":"ERR_ACL 17"}' } : undefined
  const answer = await visitor.opens('/personal')
  expect(answer.status()).toBe(403)
  await seesScreen(visitor, FORBIDDEN)
  await expect(visitor.page.locator('body')).not.toContainText('ERR_ACL')
})

const failures: [name: string, fault: Fault, status: number][] = [
  ['fails', { status: 500, body: '{"message":"NullPointerException at Accounts.java:17"}' }, 502],
  ['is under repair', { status: 503, headers: { 'retry-after': '120' } }, 503],
  ['cuts the line', 'cut', 502],
]

for (const [name, fault, status] of failures) {
  test(`any other status: a product API that ${name}`, { tag: inTurn() }, async ({
    visitor,
    signedInAsAnna,
    portal,
    faults,
  }) => {
    faults.expect(new RegExp(`^status ${status}: `))
    await signedInAsAnna()
    const { proxy } = portal
    if (!proxy) throw new Error('No proxy')
    proxy.fault = ({ path }) => (path === '/api/v1/personal/' ? fault : undefined)
    const answer = await visitor.opens('/personal')
    expect(answer.status()).toBe(status)
    await seesScreen(visitor, WRONG)
    await expect(visitor.page.locator('body')).not.toContainText('NullPointerException')
    expect(await answer.text()).not.toContain('NullPointerException')
    proxy.fault = undefined
    await visitor.follows('Попробовать ещё раз')
    await visitor.sees('Лицевые счета')
  })
}

test('a failure during a client-side navigation shows the error screen, and retrying works', {
  tag: inTurn(),
}, async ({ visitor, signedInAsAnna, portal, faults }) => {
  faults.expect(/^status 502: /)
  await signedInAsAnna()
  await visitor.opens('/personal/profile')
  await visitor.sees('Профиль')
  const { proxy } = portal
  if (!proxy) throw new Error('No proxy')
  proxy.fault = ({ path }) => (path === '/api/v1/personal/' ? { status: 500 } : undefined)
  const failed = visitor.page.waitForResponse((answer) => answer.status() === 502)
  await visitor.leftMenu.getByRole('link', { name: 'Лицевые счета' }).click()
  await seesScreen(visitor, WRONG)
  const requestId = (await failed).headers()['x-request-id'] ?? ''
  await expect(visitor.main).toContainText(`Номер запроса:\u00a0${requestId.slice(0, 8)}.`)
  await isWellDrawn(visitor)
  proxy.fault = undefined
  await visitor.goesBack()
  await visitor.sees('Профиль')
  await expect(visitor.leftMenu).toBeVisible()
})

test('messages are seen on an error screen and after it @scripts-on', async ({ visitor, portal, faults }) => {
  faults.expect(/^status 502: /)
  const { proxy } = portal
  if (!proxy) throw new Error('No proxy')
  await looksElsewhere(visitor)
  await visitor.isNewCustomer(newcomer())
  await visitor.opens('/personal/profile')
  await visitor.presses('Сохранить')
  await visitor.isTold('Профиль сохранён')

  proxy.fault = ({ path }) => (path === '/api/v1/personal/' ? { status: 500 } : undefined)
  await visitor.leftMenu.getByRole('link', { name: 'Лицевые счета' }).click()
  await seesScreen(visitor, WRONG)
  await visitor.isTold('Профиль сохранён')
  await visitor.toasts.getByRole('button', { name: 'Закрыть уведомление' }).click()
  await expect(visitor.toasts.getByText('Профиль сохранён')).toHaveCount(0)

  proxy.fault = undefined
  await visitor.goesBack()
  await visitor.sees('Профиль')
  await visitor.presses('Сохранить')
  await visitor.isTold('Профиль сохранён')
})

test('a form keeps its values when the product API fails', { tag: inTurn() }, async ({
  visitor,
  portal,
  faults,
}) => {
  faults.expect(/^status 50[23]: /)
  const { proxy } = portal
  if (!proxy) throw new Error('No proxy')
  await visitor.opens('/login')
  proxy.fault = ({ path }) => (path.endsWith('/login/') ? { status: 500 } : undefined)
  await visitor.fillsLogin(anna)
  await visitor.isRefused({ summary: ['Сервис временно недоступен. Попробуйте ещё раз.'] })
  await visitor.hasTyped({ 'Электронная почта': anna.email, Пароль: '' })
  proxy.fault = undefined
  await visitor.types({ Пароль: anna.password })
  await visitor.presses('Войти')
  await visitor.sees('Лицевые счета')
})

test('a payment keeps its page, with what was typed, when all of the product API fails', {
  tag: '@scripts-on',
}, async ({ visitor, portal, faults }) => {
  faults.expect(/^status 503: /)
  const { proxy } = portal
  if (!proxy) throw new Error('No proxy')
  await visitor.isNewCustomer(newcomer())
  await visitor.hasAccount(register.garage)
  await visitor.opens('/personal/pay')
  await visitor.sees('Оплата')
  await visitor.types({ 'Сумма, ₽': '100' })
  proxy.fault = () => ({ status: 503 })
  await visitor.presses('Оплатить')
  await visitor.isRefused({
    summary: ['Сервис временно недоступен. Попробуйте ещё раз.', 'Деньги не списаны.'],
  })
  await expect(visitor.page.locator('html')).not.toHaveAttribute('data-navigating')
  await expect(visitor.h1).toHaveText('Оплата')
  await expect(visitor.errorSummary).toContainText('Деньги не списаны.')
  await visitor.hasTyped({ 'Сумма, ₽': '100' })
  expect(new URL(visitor.page.url()).pathname).toBe('/personal/pay')
})

test('a result that waits for the bank stays while the connection is lost, and goes on when it is back', {
  tag: '@scripts-on',
}, async ({ visitor, portal, faults }) => {
  // The portal may not lead to the bank of another process: the payment is begun, and its result page is shown.
  faults.expect(/^status 502: /)
  faults.expect(/net::ERR_INTERNET_DISCONNECTED/)
  const { proxy } = portal
  if (!proxy) throw new Error('No proxy')
  await visitor.isNewCustomer(newcomer())
  await visitor.hasAccount(register.garage)
  await visitor.opens('/personal/pay')
  await visitor.types({ 'Сумма, ₽': '1' })
  await visitor.presses('Оплатить')
  await visitor.isRefused({
    summary: ['Сервис временно недоступен. Попробуйте ещё раз.', 'Деньги не списаны.'],
  })
  await visitor.opens('/personal/pay')
  await visitor.follows('Продолжить оплату')
  await visitor.sees('Проверяем платёж…')

  const lostPoll = visitor.page.waitForEvent('requestfailed', (request) =>
    new URL(request.url()).pathname.endsWith('/pay-success.data'),
  )
  await visitor.context.setOffline(true)
  await lostPoll
  await visitor.sees('Проверяем платёж…')
  proxy.change = ({ path }, body) =>
    path.startsWith('/api/v1/personal/pay/')
      ? body.replace('"status":"pending"', '"status":"succeeded"')
      : body
  await visitor.context.setOffline(false)
  await visitor.sees('Оплачено 1,00 ₽')
})

test('the result page of one part of a pending payment shows that part, not the whole', {
  tag: '@scripts-on',
}, async ({ visitor, portal, faults }) => {
  // The portal may not lead to the bank of another process: the payment is begun, and its result page is shown.
  faults.expect(/^status 502: /)
  const { page } = visitor
  const { proxy } = portal
  if (!proxy) throw new Error('No proxy')
  await visitor.isNewCustomer(newcomer())
  for (const account of [register.ninasFlat, register.room]) await visitor.hasAccount(account)
  await visitor.opens('/personal/pay-several?accounts=all')
  let basket = ''
  proxy.change = ({ method, path }, body) => {
    if (method === 'POST' && path === '/api/v1/personal/basket/')
      basket = /"id":"([^"]+)"/.exec(body)?.[1] ?? ''
    return body
  }
  await visitor.presses('Оплатить')
  await visitor.isRefused({
    summary: ['Сервис временно недоступен. Попробуйте ещё раз.', 'Деньги не списаны.'],
  })

  await visitor.opens(`/personal/pay-success?basket=${basket}`)
  await visitor.sees('Проверяем платёж…')
  await expect(visitor.main).toContainText('Всего')
  // By the second poll the page has the answer to the first.
  for (let polls = 0; polls < 2; polls += 1)
    await page.waitForRequest((request) => new URL(request.url()).searchParams.has('watch'))
  // The polls of the payment get no answer.
  await page.route(
    ({ searchParams }) => searchParams.has('payment') && searchParams.has('watch'),
    () => {},
  )
  await visitor.link('Платёж').first().click()
  await page.waitForURL(({ searchParams }) => searchParams.has('payment'))
  await expect(visitor.main).not.toContainText('Всего')
  await expect(visitor.main).toContainText('Сумма')
})

test('a logout works when the product API fails', { tag: inTurn() }, async ({ visitor, portal }) => {
  await visitor.isSignedIn(anna)
  await visitor.opens('/personal')
  if (portal.proxy)
    portal.proxy.fault = ({ path }) => (path.endsWith('/logout/') ? { status: 500 } : undefined)
  await visitor.logsOut()
  await visitor.opens('/personal')
  await visitor.sees('Вход')
})
