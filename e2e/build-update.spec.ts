import { holdPosts } from './actions/hold-posts'
import type { Visitor } from './actions/visitor'
import { anna, newcomer, register } from './data/people'
import { expect, test } from './test'

const LATEST = '**/builds/latest.json'

/** Marks the document; a full page load loses the mark. */
const marks = ({ page }: Visitor) => page.evaluate(() => void Object.assign(window, { sameDocument: true }))
const isMarked = ({ page }: Visitor) => page.evaluate(() => 'sameDocument' in window)

const anotherBuildIsOut = async ({ page }: Visitor) => {
  await page.route(LATEST, (route) => route.fulfill({ json: { id: 'another', timestamp: 1 } }))
}

/** Opens a page and waits until it has checked for a new build. */
const opens = async (visitor: Visitor, path: string) => {
  const response = visitor.page.waitForResponse(LATEST)
  await visitor.opens(path)
  await (await response).finished()
  await visitor.page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
}

/** Opens the login and waits until it watches for new builds: the effects of hydration draw this button, too. */
const opensAndWatches = async (visitor: Visitor) => {
  await visitor.opens('/login')
  await expect(visitor.page.getByRole('button', { name: 'Показать пароль' })).toBeVisible()
  await visitor.page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
}

test('latest.json has the current build, and each build has its own file @scripts-off', async ({
  request,
}) => {
  const latest = await request.get('/builds/latest.json')
  expect(latest.headers()['cache-control']).toBe('no-cache')
  const { id } = await latest.json()
  const meta = await request.get(`/builds/meta/${id}.json`)
  expect(await meta.json()).toMatchObject({ id, timestamp: expect.any(Number) })
  expect(meta.headers()['cache-control']).toContain('immutable')
  expect((await request.get('/builds/meta/0000.json')).status()).toBe(404)
})

test('with the current build, navigation is client-side @scripts-on', async ({ visitor }) => {
  await opens(visitor, '/login')
  await marks(visitor)
  await visitor.follows('Забыли пароль?')
  await visitor.sees('Забыли пароль?', 'Забытый пароль')
  expect(await isMarked(visitor)).toBe(true)
})

test('after an update the next navigation is a full page load @scripts-on', async ({ visitor }) => {
  await anotherBuildIsOut(visitor)
  await opens(visitor, '/login')
  await marks(visitor)
  await visitor.follows('Забыли пароль?')
  await visitor.sees('Забыли пароль?', 'Забытый пароль')
  expect(new URL(visitor.page.url()).pathname).toBe('/forgot-password')
  expect(await isMarked(visitor)).toBe(false)
})

test('after an update another month of the same page is a full page load, a jump within it is not @scripts-on', async ({
  visitor,
}) => {
  await visitor.logsIn(anna)
  await anotherBuildIsOut(visitor)
  await opens(visitor, '/personal/history')
  await marks(visitor)
  await visitor.page.evaluate(() => {
    location.hash = 'main'
  })
  expect(await isMarked(visitor)).toBe(true)
  await visitor.follows('Показать более ранние')
  await expect(visitor.page).toHaveURL(/[?&]cursor=/)
  expect(await isMarked(visitor)).toBe(false)
})

test('after an update an action of a menu is a full page load @scripts-on', async ({ visitor }) => {
  await visitor.isNewCustomer(newcomer())
  for (const account of [register.garage, register.dacha]) await visitor.hasAccount(account)
  await anotherBuildIsOut(visitor)
  await opens(visitor, '/personal')
  await marks(visitor)
  await visitor.doesWith(register.dacha.account, 'Сделать основным')
  await visitor.isTold('Основной лицевой счёт изменён')
  expect(await isMarked(visitor)).toBe(false)
})

test('an update keeps a form that is being filled in @scripts-on', async ({ visitor }) => {
  await anotherBuildIsOut(visitor)
  await visitor.opens('/registration')
  await visitor.types({ Имя: 'Вера', 'Электронная почта': 'вера собака example' })
  await visitor.page.waitForResponse(LATEST)
  await visitor.hasTyped({ Имя: 'Вера', 'Электронная почта': 'вера собака example' })
  await visitor.presses('Зарегистрироваться')
  await expect(visitor.errorSummary).toBeVisible()
  await visitor.hasTyped({ Имя: 'Вера', 'Электронная почта': 'вера собака example' })

  await opens(visitor, '/login')
  await visitor.fillsLogin(anna)
  await visitor.sees('Лицевые счета')
})

test('after an update a shown password is hidden again when it is sent, too @scripts-on', async ({
  visitor,
}) => {
  await anotherBuildIsOut(visitor)
  await opens(visitor, '/login')
  await visitor.types({ 'Электронная почта': anna.email, Пароль: 'не тот пароль' })
  await visitor.presses('Показать пароль')
  await expect(visitor.field('Пароль')).toHaveAttribute('type', 'text')
  // The answer replaces the page; Playwright cannot read the page while it is replaced.
  await visitor.page.evaluate(() =>
    addEventListener('formdata', ({ target }) => {
      const field = target instanceof HTMLFormElement && target.elements.namedItem('password')
      if (field instanceof HTMLInputElement) sessionStorage.setItem('sent as', field.type)
    }),
  )
  const post = visitor.page.waitForRequest((request) => request.method() === 'POST')
  await visitor.presses('Войти')
  expect(new URL((await post).url()).pathname).toBe('/login')
  await expect(visitor.errorSummary).toBeVisible()
  expect(await visitor.page.evaluate(() => sessionStorage.getItem('sent as'))).toBe('password')
})

test('the build is checked again after an hour and when the tab becomes visible @scripts-on', async ({
  visitor,
}) => {
  await visitor.page.clock.install()
  let checks = 0
  await visitor.page.route(LATEST, (route) => {
    checks += 1
    return route.continue()
  })
  await opensAndWatches(visitor)
  await visitor.page.clock.runFor(2_000)
  await expect.poll(() => checks).toBe(1)
  await visitor.page.clock.runFor(60 * 60_000)
  await expect.poll(() => checks).toBe(2)
  await visitor.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => checks).toBe(3)
})

test('a failed check is retried once @scripts-on', async ({ visitor, faults }) => {
  faults.expect(/status 503: .*latest[.]json/)
  for (const [status, times] of [
    [503, 2],
    [404, 1],
  ] as const) {
    let checks = 0
    await visitor.page.clock.install()
    await visitor.page.unrouteAll()
    await visitor.page.route(LATEST, (route) => {
      checks += 1
      return route.fulfill({ status })
    })
    await opensAndWatches(visitor)
    await visitor.page.clock.runFor(2_000)
    await expect.poll(() => checks).toBe(times)
    await visitor.page.clock.runFor(59 * 60_000)
    expect(checks).toBe(times)
  }
})

test('a very slow connection delays the first check @scripts-on', async ({ visitor }) => {
  await visitor.page.clock.install()
  let checks = 0
  await visitor.page.route(LATEST, (route) => {
    checks += 1
    return route.continue()
  })
  await visitor.page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: 'slow-2g' } }),
  )
  await opensAndWatches(visitor)
  await visitor.page.clock.runFor(59 * 60_000)
  expect(checks).toBe(0)
  await visitor.page.clock.runFor(2 * 60_000)
  await expect.poll(() => checks).toBe(1)
})

test('a page whose script is missing is reloaded, at most once in ten seconds @scripts-on', async ({
  visitor,
  faults,
}) => {
  faults.expect(/net::ERR_FAILED|Failed to fetch dynamically imported module/)
  await opens(visitor, '/login')
  await visitor.page.route('**/assets/{forgot-password,registration}-*.js', (route) => route.abort())
  await marks(visitor)
  await visitor.follows('Забыли пароль?')
  await visitor.sees('Забыли пароль?', 'Забытый пароль')
  expect(await isMarked(visitor)).toBe(false)

  await opens(visitor, '/login')
  await marks(visitor)
  await visitor.header.getByRole('link', { name: 'Регистрация' }).click()
  await expect(visitor.h1).toHaveText('Что-то пошло не так... Попробуйте ещё раз.')
  expect(await isMarked(visitor)).toBe(true)
})

test('a page whose panel is missing is reloaded, unless something was ticked @scripts-on', async ({
  visitor,
  faults,
}) => {
  faults.expect(/net::ERR_FAILED|dynamically imported module/)
  await visitor.page.route(/popover-panel.*[.]js$/, (route) => route.abort())
  const offices = visitor.header.getByRole('button', { name: 'Офисы' })

  await opens(visitor, '/registration')
  await marks(visitor)
  await visitor.consent.check()
  await offices.click()
  await expect(visitor.header.getByText('ул. Набережная, д. 12')).toBeVisible()
  await expect(visitor.consent).toBeChecked()
  expect(await isMarked(visitor)).toBe(true)

  await opens(visitor, '/registration')
  await marks(visitor)
  const reloaded = visitor.page.waitForEvent('load')
  await offices.click()
  await reloaded
  expect(await isMarked(visitor)).toBe(false)
})

test('a panel that is missing while a form is sent leaves the form its answer @scripts-on', async ({
  visitor,
  faults,
}) => {
  faults.expect(/net::ERR_FAILED|dynamically imported module/)
  await visitor.page.route(/popover-panel.*[.]js$/, (route) => route.abort())
  await opens(visitor, '/registration')
  await marks(visitor)
  await visitor.types({ Имя: 'Вера' })
  const posts = await holdPosts(visitor, '/registration')
  await visitor.presses('Зарегистрироваться')
  await expect.poll(() => posts.sent).toHaveLength(1)
  await visitor.header.getByRole('button', { name: 'Офисы' }).click()
  await expect(visitor.header.getByText('ул. Набережная, д. 12')).toBeVisible()
  posts.release()
  await visitor.isRefused({ fields: { 'Электронная почта': 'Введите адрес электронной почты' } })
  await visitor.hasTyped({ Имя: 'Вера' })
  expect(posts.sent).toHaveLength(1)
  expect(await isMarked(visitor)).toBe(true)
})

test('a message whose toast is missing stays on its page, which is not reloaded @scripts-on', async ({
  visitor,
  faults,
}) => {
  faults.expect(/net::ERR_FAILED|dynamically imported module/)
  await visitor.isNewCustomer(newcomer())
  await visitor.page.route('**/assets/show-toast-*.js', (route) => route.abort())
  await opens(visitor, '/personal/profile')
  await marks(visitor)
  await visitor.presses('Сохранить')
  await expect(visitor.main.getByText('Профиль сохранён')).toBeVisible()
  expect(await isMarked(visitor)).toBe(true)
})
