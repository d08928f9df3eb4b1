import type { Visitor } from './actions/visitor'
import { scriptsInTurn } from './support/scripts-in-turn'
import { expect, test } from './test'

const inTurn = scriptsInTurn()

declare global {
  interface Window {
    told: string[]
  }
}

/** Writes down the events of navigations, each with the heading that stood on the page when it came. */
async function listenToPages({ page }: Visitor): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    window.told = []
    for (const name of ['page:start', 'page:finish'])
      addEventListener(name, () => window.told.push(`${name} ${document.querySelector('h1')?.textContent}`))
  })
  return () => page.evaluate(() => window.told)
}

test('a navigation tells the window of its start and, once the page is there, of its finish @scripts-on', async ({
  visitor,
}) => {
  const told = await listenToPages(visitor)
  await visitor.opens('/')
  const home = await visitor.h1.textContent()
  await visitor.header.getByRole('link', { name: 'Тарифы' }).click()
  await visitor.sees('Тарифы')
  await expect.poll(told).toEqual([`page:start ${home}`, 'page:finish Тарифы'])

  await visitor.goesBack()
  await expect(visitor.h1).toHaveText(home ?? '')
  await expect.poll(told).toHaveLength(4)

  await visitor.header.getByRole('link', { name: 'Войти' }).click()
  await visitor.sees('Вход')
  await visitor.presses('Войти')
  await visitor.isRefused({})
  await expect
    .poll(async () => (await told()).slice(4))
    .toEqual([`page:start ${home}`, 'page:finish Вход', 'page:start Вход', 'page:finish Вход'])
})

test('a navigation to a page that is not there ends, too @scripts-on', async ({ visitor }) => {
  const told = await listenToPages(visitor)
  await visitor.opens('/')
  const home = await visitor.h1.textContent()
  // The page was taken down since the link to it was drawn.
  await visitor.page.route('**/privacy.data*', async (route) => {
    const url = route.request().url().replace('/privacy', '/no/such/page')
    await route.fulfill({ response: await route.fetch({ url }) })
  })
  await visitor.page
    .getByRole('contentinfo')
    .getByRole('link', { name: 'Обработка персональных данных' })
    .click()
  const missing = 'Ошибка 404 - Страница не найдена'
  await expect(visitor.h1).toHaveText(missing)
  await expect.poll(told).toEqual([`page:start ${home}`, `page:finish ${missing}`])
  await expect(visitor.page.locator('html')).not.toHaveAttribute('data-navigating')
})

test('a page that is long in coming shows a bar, one that comes quickly does not @scripts-on', async ({
  visitor,
}) => {
  await visitor.opens('/')
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await visitor.page.route('**/tariffs.data*', async (route) => {
    await gone
    await route.continue()
  })
  const barIs = () =>
    visitor.page.evaluate(() => {
      const { content, visibility } = getComputedStyle(document.body, '::before')
      return content === 'none' ? 'none' : visibility
    })
  expect(await barIs()).toBe('none')
  // What it is at first is gone in half a second: the page itself writes it down.
  await visitor.page.evaluate(() => {
    const { documentElement: root, body } = document
    const noteFirst = () => {
      root.dataset.barAtFirst ??= getComputedStyle(body, '::before').visibility
    }
    new MutationObserver(noteFirst).observe(root, { attributeFilter: ['data-navigating'] })
  })
  await visitor.header.getByRole('link', { name: 'Тарифы' }).click()
  await expect(visitor.page.locator('html')).toHaveAttribute('data-bar-at-first', 'hidden')
  await expect.poll(barIs).toBe('visible')
  letGo()
  await visitor.sees('Тарифы')
  await expect.poll(barIs).toBe('none')
})

test('a new page begins at its top, one that was seen where it was left, a named part at that part', {
  tag: inTurn(),
}, async ({ visitor }) => {
  const { page } = visitor
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY))
  const footer = page.getByRole('contentinfo')
  await visitor.opens('/privacy')
  await footer.getByRole('link', { name: 'Публичная оферта' }).scrollIntoViewIfNeeded()
  const left = await scrolled()
  expect(left).toBeGreaterThan(200)
  await footer.getByRole('link', { name: 'Публичная оферта' }).click()
  await visitor.sees('Публичная оферта')
  await expect.poll(scrolled).toBe(0)
  await visitor.goesBack()
  await visitor.sees('Политика обработки персональных данных')
  await expect.poll(scrolled).toBe(left)

  const part = visitor.main.getByRole('heading', { name: '2. Чьи данные, какие и зачем' })
  const id = await part.getAttribute('id')
  await visitor.opens('/about')
  await visitor.opens(`/privacy#${id}`)
  await expect(part).toBeInViewport()
  await expect.poll(scrolled).toBeGreaterThan(100)
})

test('an address with a broken name of a part opens its page', { tag: inTurn() }, async ({ visitor }) => {
  for (const hash of ['#%', '#%E0%A4%A', '#no-such-part']) {
    await visitor.opens('/')
    await visitor.opens(`/about${hash}`)
    await visitor.sees('О компании')
    if (visitor.scripts) {
      await visitor.header.getByRole('link', { name: 'Тарифы' }).click()
      await visitor.sees('Тарифы')
    }
  }
})
