import type { Locator } from '@playwright/test'
import type { Visitor } from './actions/visitor'
import { isWellDrawn } from './checks/accessibility'
import { stylesLoaded } from './checks/styles-loaded'
import { anna } from './data/people'
import { scriptModeTags } from './support/script-mode-tags'
import { expect, test } from './test'

const inTurn = scriptModeTags()

const COUNTER = '12345678'
const BADGE = 'https://badge.example.test/script.js'

test.use({ setup: { settings: { METRIKA_ID: COUNTER, TRUST_BADGE_URL: BADGE } } })
// One worker for the file, which then starts one such portal.
test.describe.configure({ mode: 'default' })

type Call = readonly unknown[]

/** Answers for third-party hosts and records the requests to them. */
const standsInForOthers = async ({ context }: Visitor) => {
  const requests: string[] = []
  await context.route(/mc[.]yandex[.]ru|badge[.]example[.]test/, (route) => {
    requests.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  return requests
}

const calls = ({ page }: Visitor): Promise<Call[]> =>
  page.evaluate((): Call[] => {
    const queue = 'ym' in window ? window.ym : null
    return typeof queue === 'function' && 'a' in queue && Array.isArray(queue.a) ? [...queue.a] : []
  })
const hits = async (visitor: Visitor) =>
  (await calls(visitor)).filter(([, name]) => name === 'hit').map(([, , path]) => path)

const notice = ({ page }: Visitor) => page.getByRole('region', { name: 'Файлы cookie' })
const answers = (visitor: Visitor, button: string) =>
  notice(visitor).getByRole('button', { name: button }).click()

/** Waits for the notice to hydrate, which it does after the rest of the page. */
const isAlive = (element: Locator) =>
  expect
    .poll(() => element.evaluate((one) => Object.keys(one).some((key) => key.startsWith('__reactProps'))))
    .toBe(true)

test('before consent nothing is requested from other sites', { tag: inTurn() }, async ({ visitor }) => {
  const requests = await standsInForOthers(visitor)
  await visitor.opens('/login')
  await visitor.follows('Забыли пароль?')
  await visitor.sees('Забыли пароль?', 'Забытый пароль')
  await expect(notice(visitor)).toBeVisible()
  await isWellDrawn(visitor)
  await answers(visitor, 'Только необходимые')
  await expect(notice(visitor)).toHaveCount(0)
  await visitor.sees('Забыли пароль?', 'Забытый пароль')
  await visitor.opens('/')
  await expect(notice(visitor)).toHaveCount(0)
  await visitor.scriptsArrive()
  await visitor.page.waitForLoadState('networkidle')
  expect(requests).toEqual([])
})

test('the choice can be changed in the footer of every page', { tag: inTurn() }, async ({
  visitor,
  faults,
}) => {
  faults.expect(/foreign host: https:\/\/(mc[.]yandex[.]ru|badge[.]example[.]test)/)
  await standsInForOthers(visitor)
  await visitor.opens('/login')
  await answers(visitor, 'Только необходимые')
  // Without scripts, a link followed at once cancels the posted form; and a page must be drawn to take a press.
  await expect(notice(visitor)).toHaveCount(0)
  await stylesLoaded(visitor.page)
  await visitor.page.getByRole('contentinfo').getByRole('link', { name: 'Настройки cookie' }).click()
  await visitor.sees('Настройки cookie')
  await expect(visitor.main.getByText('Вы выбрали только необходимые')).toBeVisible()
  await visitor.presses('Согласиться')
  await expect(visitor.main.getByText('Вы согласились на все')).toBeVisible()
  await visitor.isTold('Выбор сохранён')
  await isWellDrawn(visitor)
})

test('a lost script of the notice takes away the notice, and nothing else @scripts-on', async ({
  visitor,
  faults,
}) => {
  // React logs that it has rendered the place of the notice again.
  faults.expect(/net::ERR_FAILED|dynamically imported module|Minified React error #422/)
  await visitor.page.route('**/assets/cookie-notice-*.js', (route) => route.abort())
  // The state after a reload that did not help.
  await visitor.page.addInitScript(() => sessionStorage.setItem('reloaded-at', String(Date.now())))
  const lost = visitor.page.waitForEvent('requestfailed', (request) =>
    request.url().includes('cookie-notice'),
  )
  await visitor.opens('/login')
  await lost
  await expect(notice(visitor)).toHaveCount(0)
  await visitor.sees('Вход')
  await expect(
    visitor.page.getByRole('contentinfo').getByRole('link', { name: 'Настройки cookie' }),
  ).toBeVisible()
  await visitor.fillsLogin(anna)
  await visitor.sees('Лицевые счета')
})

test('consent starts the counter on that page and keeps what was typed @scripts-on', async ({
  visitor,
  faults,
}) => {
  faults.expect(/foreign host: https:\/\/(mc[.]yandex[.]ru|badge[.]example[.]test)/)
  const requests = await standsInForOthers(visitor)
  await visitor.opens('/login')
  // Pressed before the scripts have come, the button loads the page again, as without them.
  await visitor.findsAlive('Войти')
  await visitor.types({ 'Электронная почта': anna.email })
  await answers(visitor, 'Согласиться')
  await expect(notice(visitor)).toHaveCount(0)
  await visitor.hasTyped({ 'Электронная почта': anna.email })
  await expect.poll(() => hits(visitor)).toEqual(['/login'])
  // A visit is counted in the page before the counter's own script is asked for.
  await expect.poll(() => requests.toSorted()).toEqual([BADGE, 'https://mc.yandex.ru/metrika/tag.js'])

  await visitor.follows('Забыли пароль?')
  await visitor.sees('Забыли пароль?', 'Забытый пароль')
  await expect.poll(() => hits(visitor)).toEqual(['/login', '/forgot-password'])
  const [init, ...rest] = await calls(visitor)
  expect(init).toEqual([
    Number(COUNTER),
    'init',
    expect.objectContaining({ defer: true, webvisor: false, clickmap: false, trackLinks: false }),
  ])
  expect(rest.at(-1)).toEqual([
    Number(COUNTER),
    'hit',
    '/forgot-password',
    { title: 'Забытый пароль — Тихий берег', referer: '/login' },
  ])
})

test('consent in another tab starts the counter with the next full load of this one @scripts-on', async ({
  visitor,
  faults,
}) => {
  faults.expect(/foreign host: https:\/\/(mc[.]yandex[.]ru|badge[.]example[.]test)/)
  await standsInForOthers(visitor)
  await visitor.opens('/login')
  await answers(visitor, 'Только необходимые')
  await expect(notice(visitor)).toHaveCount(0)
  await visitor.reloads()

  const tab = await visitor.context.newPage()
  await tab.goto('/cookie-settings')
  await tab.getByRole('main').getByRole('button', { name: 'Согласиться' }).click()
  await expect(tab.getByText('Вы согласились на все')).toBeVisible()

  // The policy of this document still blocks the counter: to load it would be an error in the console.
  await visitor.follows('Забыли пароль?')
  await visitor.sees('Забыли пароль?', 'Забытый пароль')
  await visitor.header.getByRole('link', { name: 'Войти' }).click()
  await visitor.sees('Вход')
  expect(await hits(visitor)).toEqual([])
  await visitor.reloads()
  await expect.poll(() => hits(visitor)).toEqual(['/login'])
})

test('consent keeps what was typed into the profile @scripts-on', async ({
  visitor,
  signedInAsAnna,
  faults,
}) => {
  faults.expect(/foreign host: https:\/\/(mc[.]yandex[.]ru|badge[.]example[.]test)/)
  await standsInForOthers(visitor)
  await signedInAsAnna()
  await visitor.opens('/personal/profile')
  const typed = {
    Имя: 'Анна Розальская',
    'Текущий пароль': 'не тот пароль',
    'Новый пароль': 'восемь рыжих лисиц',
    'Новый пароль ещё раз': 'восемь рыжих лисиц',
  }
  await visitor.findsAlive('Сохранить')
  await visitor.types(typed)
  await isAlive(notice(visitor))
  await answers(visitor, 'Согласиться')
  await expect(notice(visitor)).toHaveCount(0)
  // The page after the answer is rendered, and its immediate effects are over.
  await expect.poll(() => hits(visitor)).toEqual(['/personal/profile'])
  await visitor.hasTyped(typed)
})

test('a change of the query is a hit, a jump within the page and a form that stays on it are none @scripts-on', async ({
  visitor,
  signedInAsAnna,
  faults,
}) => {
  faults.expect(/foreign host: https:\/\/(mc[.]yandex[.]ru|badge[.]example[.]test)/)
  await standsInForOthers(visitor)
  await signedInAsAnna()
  await visitor.opens('/personal/history')
  await answers(visitor, 'Согласиться')
  await expect.poll(() => hits(visitor)).toEqual(['/personal/history'])

  await visitor.main.getByLabel('Состояние').selectOption('canceled')
  await visitor.presses('Показать')
  await expect.poll(() => hits(visitor)).toEqual(['/personal/history', '/personal/history'])
  expect((await calls(visitor)).at(-1)?.[3]).toEqual({
    title: 'История платежей — Тихий берег',
    referer: '/personal/history',
  })
  await visitor.goesBack()
  await expect.poll(() => hits(visitor)).toHaveLength(3)

  await visitor.leftMenu.getByRole('link', { name: 'Профиль' }).click()
  await visitor.sees('Профиль')
  await visitor.types({ Имя: '' })
  await visitor.presses('Сохранить')
  await visitor.isRefused({})
  await visitor.page
    .getByRole('contentinfo')
    .getByRole('link', { name: /^Обработка персональных/ })
    .click()
  await visitor.sees('Политика обработки персональных данных')
  await visitor.follows('2. Чьи данные, какие и зачем')
  await expect(visitor.page).toHaveURL(/#/)
  await visitor.header.getByRole('link', { name: 'Тарифы' }).click()
  await visitor.sees('Тарифы')
  await expect
    .poll(async () => (await hits(visitor)).slice(3))
    .toEqual(['/personal/profile', '/privacy', '/tariffs'])
})

test('the counter gets no tokens, accounts or amounts @scripts-on', async ({ visitor, faults }) => {
  faults.expect(/foreign host: https:\/\/(mc[.]yandex[.]ru|badge[.]example[.]test)/)
  const requests = await standsInForOthers(visitor)
  await visitor.opens('/login')
  await answers(visitor, 'Согласиться')
  await expect.poll(() => hits(visitor)).toEqual(['/login'])

  await visitor.logsIn(anna)
  await visitor.leftMenu.getByRole('link', { name: 'Квитанции', exact: true }).click()
  await expect(visitor.h1).toHaveText(/^Квитанция/)
  await visitor.page.reload()
  await expect(visitor.h1).toHaveText(/^Квитанция/)
  await expect.poll(() => hits(visitor)).toEqual(['/personal/invoice'])
  const reported = JSON.stringify(await calls(visitor)) + requests.join(' ')
  expect(reported).not.toMatch(/s3cr3t|account=|period=|\d{10}/)
})

test('no script of another site runs on a page behind a mailed link, nor learns its address from the next one @scripts-on', async ({
  visitor,
  faults,
}) => {
  faults.expect(/foreign host: https:\/\/(mc[.]yandex[.]ru|badge[.]example[.]test)/)
  const requests = await standsInForOthers(visitor)
  await visitor.opens('/login')
  await answers(visitor, 'Согласиться')
  await expect.poll(() => hits(visitor)).toEqual(['/login'])
  // The counter and the badge.
  await expect.poll(() => requests).toHaveLength(2)

  await visitor.opens('/change-password/s3cr3tT0ken?code=s3cr3tC0de')
  await visitor.sees('Новый пароль')
  await visitor.scriptsArrive()
  await visitor.page.waitForLoadState('networkidle')
  expect(await calls(visitor)).toEqual([])
  expect(requests).toHaveLength(2)

  await visitor.header.getByRole('link', { name: 'Войти' }).click()
  await visitor.sees('Вход')
  await expect.poll(() => hits(visitor)).toEqual(['/login'])
  expect((await calls(visitor)).at(-1)?.[3]).toMatchObject({ referer: '/login' })
  expect(await visitor.page.evaluate(() => document.referrer)).toBe('')
})

test('a counter that runs stops before a page with codes, and goes on after it @scripts-on', async ({
  visitor,
  signedInAsAnna,
  faults,
}) => {
  faults.expect(/foreign host: https:\/\/(mc[.]yandex[.]ru|badge[.]example[.]test)/)
  const requests = await standsInForOthers(visitor)
  await signedInAsAnna()
  await visitor.opens('/personal/profile')
  await answers(visitor, 'Согласиться')
  await expect.poll(() => hits(visitor)).toEqual(['/personal/profile'])
  // The counter and the badge.
  await expect.poll(() => requests).toHaveLength(2)

  await visitor.follows('Безопасность')
  await visitor.sees('Безопасность')
  await visitor.page.waitForLoadState('networkidle')
  expect(await calls(visitor)).toEqual([])
  // A refused form stays on its page; scripts load the data again.
  await visitor.types({ 'Пароль от кабинета': 'не тот пароль' })
  await visitor.presses('Включить второй шаг')
  await visitor.isRefused({})
  expect(requests).toHaveLength(2)

  await visitor.leftMenu.getByRole('link', { name: 'Профиль' }).click()
  await visitor.sees('Профиль')
  await expect.poll(() => hits(visitor)).toEqual(['/personal/profile'])
})
