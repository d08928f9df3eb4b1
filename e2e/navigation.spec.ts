import type { Visitor } from './actions/visitor'
import { listen } from './checks/announcements'
import { anna, newcomer, register } from './data/people'
import { scriptModeTags } from './support/script-mode-tags'
import { expect, test } from './test'

const inTurn = scriptModeTags()

declare global {
  interface Window {
    navigations: string[]
  }
}

/** Records the navigation events, each with the h1 at that moment. */
async function listenToPages({ page }: Visitor): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    window.navigations = []
    for (const name of ['page:start', 'page:finish'])
      addEventListener(name, () =>
        window.navigations.push(`${name} ${document.querySelector('h1')?.textContent}`),
      )
  })
  return () => page.evaluate(() => window.navigations)
}

test('a navigation dispatches page:start and, when the page is rendered, page:finish @scripts-on', async ({
  visitor,
}) => {
  const navigations = await listenToPages(visitor)
  await visitor.opens('/')
  const home = await visitor.h1.textContent()
  await visitor.header.getByRole('link', { name: 'Тарифы' }).click()
  await visitor.sees('Тарифы')
  await expect.poll(navigations).toEqual([`page:start ${home}`, 'page:finish Тарифы'])

  await visitor.goesBack()
  await expect(visitor.h1).toHaveText(home ?? '')
  await expect.poll(navigations).toHaveLength(4)

  await visitor.header.getByRole('link', { name: 'Войти' }).click()
  await visitor.sees('Вход')
  await visitor.presses('Войти')
  await visitor.isRefused({})
  await expect
    .poll(async () => (await navigations()).slice(4))
    .toEqual([`page:start ${home}`, 'page:finish Вход', 'page:start Вход', 'page:finish Вход'])
})

test('a navigation to a missing page finishes too @scripts-on', async ({ visitor }) => {
  const navigations = await listenToPages(visitor)
  await visitor.opens('/')
  const home = await visitor.h1.textContent()
  // The page was removed after the link to it was rendered.
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
  await expect.poll(navigations).toEqual([`page:start ${home}`, `page:finish ${missing}`])
  await expect(visitor.page.locator('html')).not.toHaveAttribute('data-navigating')
})

test('the page of another account has a title of its own, announced once @scripts-on', async ({
  visitor,
  signedInAsAnna,
}) => {
  const announced = await listen(visitor.page)
  await signedInAsAnna()
  await visitor.opens('/personal/history')
  await visitor.sees('История платежей')
  const switcher = visitor.main.getByRole('navigation', { name: 'Другой лицевой счёт' })
  await switcher.getByRole('link', { name: '5330001748' }).click()
  await expect(visitor.main).toContainText(/лицевой счёт 5330001748/i)
  const title = /^История платежей: .*5330001748 — Тихий берег$/
  await expect(visitor.page).toHaveTitle(title)
  await expect(visitor.h1).toHaveText('История платежей')
  await expect(visitor.h1).toBeFocused()
  await expect.poll(announced).toEqual([expect.stringMatching(title)])
})

test('each further part of a list is announced, by a title of its own @scripts-on', async ({ visitor }) => {
  const announced = await listen(visitor.page)
  await visitor.isNewCustomer(newcomer())
  await visitor.hasAccount(register.ninasFlat)
  await visitor.opens('/personal/readings')
  await visitor.sees('Показания счётчиков')
  const further = 'Показания счётчиков, более ранние — Тихий берег'
  const heard: string[] = []
  for (let part = 2; part <= 3; part += 1) {
    const address = visitor.page.url()
    await visitor.follows('Показать более ранние')
    await expect(visitor.page).not.toHaveURL(address)
    await expect(visitor.page).toHaveTitle(further)
    await expect(visitor.h1).toBeFocused()
    heard.push(further)
    await expect.poll(announced).toEqual(heard)
  }
})

test('Back to a term of another account’s invoice takes focus there and is announced @scripts-on', async ({
  visitor,
  signedInAsAnna,
}) => {
  const announced = await listen(visitor.page)
  await signedInAsAnna()
  await visitor.opens('/personal/invoice')
  const title = (await visitor.page.title()).replace(/\s/g, ' ')
  await visitor.link('Объём').first().click()
  await expect(visitor.page).toHaveURL(/#term-volume$/)
  const switcher = visitor.main.getByRole('navigation', { name: 'Другой лицевой счёт' })
  await switcher.getByRole('link', { name: '5330001748' }).click()
  await expect(visitor.page).toHaveTitle(/5330001748/)
  await expect(visitor.h1).toBeFocused()
  await visitor.goesBack()
  await expect(visitor.page).toHaveTitle(title)
  await expect(visitor.page.locator('#term-volume')).toBeFocused()
  await expect.poll(announced).toEqual([expect.stringContaining('5330001748'), title])
})

test('Back from a term of an invoice returns to the words before it, not to the heading @scripts-on', async ({
  visitor,
  signedInAsAnna,
}) => {
  const navigations = await listenToPages(visitor)
  const scrolled = () => visitor.page.evaluate(() => Math.round(window.scrollY))
  await signedInAsAnna()
  await visitor.opens('/personal/invoice')
  // Not on the first page: it has the same key as a jump within it.
  const switcher = visitor.main.getByRole('navigation', { name: 'Другой лицевой счёт' })
  await switcher.getByRole('link', { name: '5330001748' }).click()
  await expect(visitor.page).toHaveTitle(/5330001748/)
  await expect(visitor.h1).toBeFocused()
  await expect.poll(navigations).toHaveLength(2)
  await visitor.link('Объём').first().focus()
  const left = await scrolled()
  await visitor.page.keyboard.press('Enter')
  await expect(visitor.page).toHaveURL(/#term-volume$/)
  await visitor.goesBack()
  await expect(visitor.page).not.toHaveURL(/#/)
  await expect.poll(navigations).toHaveLength(4)
  await expect(visitor.h1).not.toBeFocused()
  await expect.poll(scrolled).toBe(left)
})

test('a slow page shows a progress bar, a fast one does not @scripts-on', async ({ visitor }) => {
  await visitor.opens('/')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await visitor.page.route('**/tariffs.data*', async (route) => {
    await released
    await route.continue()
  })
  const barIs = () =>
    visitor.page.evaluate(() => {
      const { content, visibility } = getComputedStyle(document.body, '::before')
      return content === 'none' ? 'none' : visibility
    })
  expect(await barIs()).toBe('none')
  // The first state of the bar is over in half a second: the page itself records it.
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
  release()
  await visitor.sees('Тарифы')
  await expect.poll(barIs).toBe('none')
})

test('a new page is scrolled to its top, a previous one to where it was, a hash to its target', {
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

test('each press of a link within a page leads to its target, and Back to where it was pressed @scripts-on @scripts-off', async ({
  visitor,
}) => {
  const { page } = visitor
  await visitor.opens('/privacy')
  const links = visitor.main.getByRole('navigation', { name: 'На этой странице' }).getByRole('link')
  const press = async (index: number) => {
    const link = links.nth(index)
    const target = page.locator(
      `[id="${decodeURIComponent((await link.getAttribute('href'))?.slice(1) ?? '')}"]`,
    )
    await link.scrollIntoViewIfNeeded()
    await link.click()
    await expect.poll(async () => Math.abs((await target.boundingBox())?.y ?? 999)).toBeLessThan(120)
    return target
  }
  const first = await press(1)
  await press(3)
  await press(1)
  await press(1)
  await visitor.goesBack()
  await expect(page).toHaveURL(/#/)
  await expect(first).not.toBeInViewport()
})

test('a hash that cannot be decoded loses no page, with Back and Forward too @scripts-on @scripts-broken', async ({
  visitor,
}) => {
  const { page } = visitor
  await visitor.opens('/about#50%')
  await visitor.header.getByRole('link', { name: 'Тарифы' }).click()
  await visitor.sees('Тарифы')
  await page.evaluate(() => {
    location.hash = '#100%'
  })
  await visitor.sees('Тарифы')
  await visitor.goesBack()
  await visitor.goesBack()
  await visitor.sees('О компании')
  await page.goForward()
  await visitor.sees('Тарифы')
  await page.goForward()
  await expect(page).toHaveURL(/#100%/)
  await visitor.sees('Тарифы')
})

test('a visitor who turns to another page while one is being read sees it, and no error is printed @scripts-on', async ({
  visitor,
}) => {
  const { page } = visitor
  // Only the head of the page of tariffs arrives, and the rest when the page is left, with the reason that a browser gives.
  await page.addInitScript(() => {
    const { fetch } = window
    window.fetch = async (address, init) => {
      const response = await fetch(address, init)
      if (!String(address).includes('/tariffs.data')) return response
      const unfinished = new ReadableStream<Uint8Array>({
        start: (controller) =>
          init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason)),
      })
      document.documentElement.dataset.reading = 'yes'
      return new Response(unfinished, response)
    }
  })
  await visitor.opens('/about')
  await visitor.header.getByRole('link', { name: 'Тарифы' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-reading', 'yes')
  await visitor.header.getByRole('link', { name: 'Войти' }).click()
  await visitor.sees('Вход')
})

test('an address with an invalid hash opens its page', { tag: inTurn() }, async ({ visitor }) => {
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

test('a login with a return address of an invalid hash or path opens a page', { tag: inTurn() }, async ({
  visitor,
}) => {
  for (const [redirectTo, h1] of [
    ['/about#%', 'О компании'],
    ['/%zz', 'Лицевые счета'],
  ] as const) {
    await visitor.opens(`/login?${new URLSearchParams({ redirectTo })}`)
    await visitor.fillsLogin(anna)
    await visitor.sees(h1)
    await visitor.logsOut()
  }
})
