import { SITE } from './actions/visitor'
import { listen } from './checks/announcements'
import { scriptModeTags } from './support/script-mode-tags'
import { expect, test } from './test'

const inTurn = scriptModeTags()

test("the menus link to the company's pages", { tag: inTurn() }, async ({ visitor }) => {
  const { page } = visitor
  await visitor.opens('/')
  const menu = page.getByRole('navigation', { name: 'Основное меню' })
  await menu.getByRole('link', { name: 'Тарифы' }).click()
  await visitor.sees('Тарифы')
  await expect(menu.getByRole('link', { name: 'Тарифы' })).toHaveAttribute('aria-current', 'page')

  const article = menu.getByRole('link', { name: 'Как читать квитанцию' })
  await expect(article).toBeHidden()
  await menu.getByText('Помощь', { exact: true }).filter({ visible: true }).click()
  await article.click()
  await visitor.sees('Как читать квитанцию')
  await expect(article).toBeHidden()

  const footer = page.getByRole('contentinfo')
  await footer.getByRole('link', { name: 'Контакты и офисы' }).click()
  await expect(page).toHaveURL(/[/]contacts$/)
  await footer
    .getByRole('navigation', { name: 'Документы' })
    .getByRole('link', { name: 'Публичная оферта' })
    .click()
  await expect(page).toHaveURL(/[/]offer$/)
  await expect(footer.getByRole('link', { name: '800 000-10-15' })).toHaveAttribute(
    'href',
    'tel:+78000001015',
  )
  await expect(footer).toContainText(/[Сс]ейчас (открыто|закрыто)/)
  await visitor.header.getByRole('link', { name: 'Тихий берег' }).click()
  await expect(visitor.h1).toHaveText('Квитанции за дом, гараж и интернет в одном месте')
})

test('a link to a file in a menu opens the file @scripts-on', async ({ visitor, portal }) => {
  // The company has put a file into its menus.
  await visitor.page.route(`${portal.url}/`, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll('/tariffs', '/robots.txt')
    await route.fulfill({ response, body })
  })
  for (const menu of [visitor.header, visitor.page.getByRole('contentinfo')]) {
    await visitor.opens('/')
    const link = menu.getByRole('link', { name: 'Тарифы' }).first()
    const isAlive = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))
    await expect.poll(() => link.evaluate(isAlive)).toBe(true)
    await link.click()
    await expect(visitor.page).toHaveURL(`${portal.url}/robots.txt`)
    await expect(visitor.page.locator('body')).toContainText('User-agent')
  }
})

test('a link inside a text goes to the page without a full load, as other links do @scripts-on', async ({
  visitor,
  portal,
}) => {
  const { page } = visitor
  const announced = await listen(page)
  const documents: string[] = []
  page.on('request', (request) => request.resourceType() === 'document' && documents.push(request.url()))
  await visitor.opens('/help')
  await page.waitForLoadState('networkidle')

  await visitor.follows('Как читать квитанцию')
  await visitor.sees('Как читать квитанцию')
  await expect(visitor.h1).toBeFocused()
  await expect.poll(announced).toEqual([`Как читать квитанцию — ${SITE}`])
  await visitor.goesBack()
  await visitor.sees('Помощь')
  await visitor.link('Вход и почта').press('Enter')
  await visitor.sees('Вход и почта')
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  expect(documents).toEqual([`${portal.url}/help`])

  await visitor.goesBack()
  await visitor.sees('Помощь')
  const newTab = visitor.context.waitForEvent('page')
  await visitor.link('Тарифы').click({ modifiers: ['Control'] })
  await expect((await newTab).getByRole('heading', { level: 1 })).toHaveText('Тарифы')
  await visitor.sees('Помощь')
})

test('a link inside a text to a file or within the page is left to the browser @scripts-on', async ({
  visitor,
  portal,
}) => {
  const { page } = visitor
  const requests: string[] = []
  await visitor.opens('/help')
  await page.waitForLoadState('networkidle')
  page.on('request', (request) => requests.push(request.url()))
  // Links as a company may write them.
  await visitor.link('Тарифы').evaluate((link) => link.setAttribute('href', '/help#parts'))
  await visitor.link('Как читать квитанцию').evaluate((link) => link.setAttribute('href', '/robots.txt'))
  await visitor.follows('Тарифы')
  await expect(page).toHaveURL(`${portal.url}/help#parts`)
  await expect(visitor.h1).not.toBeFocused()
  expect(requests.filter((url) => url.includes('/help'))).toEqual([])
  await visitor.follows('Как читать квитанцию')
  await expect(page).toHaveURL(`${portal.url}/robots.txt`)
  await expect(page.locator('body')).toContainText('User-agent')
})

test('every link between pages works @scripts-off', async ({ visitor, request }) => {
  const seen = new Map<string, string>([['/', 'the main page']])
  for (const [path, from] of seen) {
    const answer = await request.get(path)
    expect(answer.status(), `${path}, linked from ${from}`).toBe(200)
    const html = await answer.text()
    for (const [, href = ''] of html.matchAll(/<a [^>]*href="([/][^"#]*)/g))
      if (!seen.has(href)) seen.set(href, path)
  }
  expect(seen.size).toBeGreaterThan(15)
  await visitor.opens([...seen.keys()].at(-1) ?? '/')
})

test('a link to another site is marked as external', { tag: inTurn() }, async ({ visitor }) => {
  await visitor.opens('/about')
  const external = visitor.page.getByRole('contentinfo').getByRole('link', { name: /^ГИС ЖКХ/ })
  await expect(external).toHaveAccessibleName('ГИС ЖКХ (другой сайт)')
  await expect(external).toHaveAttribute('href', 'https://dom.gosuslugi.ru/')
  await expect(external).toHaveAttribute('rel', /noopener/)
})

test('a moved page is found at its new address', { tag: inTurn() }, async ({ visitor, request, portal }) => {
  await visitor.opens('/kontakty')
  await expect(visitor.page).toHaveURL(`${portal.url}/contacts`)
  await visitor.opens('/help/faq?utm_source=letter')
  await expect(visitor.page).toHaveURL(`${portal.url}/help`)
  await visitor.opens('/tariffs/')
  await expect(visitor.page).toHaveURL(`${portal.url}/tariffs`)
  await visitor.sees('Тарифы')

  const away = await request.get('/gis', { maxRedirects: 0 })
  expect([away.status(), away.headers().location]).toEqual([302, 'https://dom.gosuslugi.ru/'])
})

test('the outline of a long page links to its sections', { tag: inTurn() }, async ({ visitor }) => {
  await visitor.opens('/privacy')
  const outline = visitor.page.getByRole('navigation', { name: 'На этой странице' })
  const part = '2. Чьи данные, какие и зачем'
  await outline.getByRole('link', { name: part }).click()
  await expect(visitor.main.getByRole('heading', { name: part })).toBeInViewport()
  const { hash } = new URL(visitor.page.url())
  expect(hash).not.toBe('')

  await visitor.opens('/tariffs')
  await visitor.opens(`/privacy${hash}`)
  await expect(visitor.main.getByRole('heading', { name: part })).toBeInViewport()
})

test('on a phone everything can be reached through the menu', { tag: inTurn() }, async ({ visitor }) => {
  await visitor.page.setViewportSize({ width: 360, height: 740 })
  await visitor.opens('/')
  const registration = visitor.header.getByRole('link', { name: 'Регистрация' })
  await expect(registration).toBeHidden()
  await visitor.header.getByText('Меню', { exact: true }).click()
  await expect(registration).toBeVisible()
  await visitor.header.getByText('Помощь', { exact: true }).filter({ visible: true }).click()
  await visitor.header.getByRole('link', { name: 'Вход и почта' }).click()
  await visitor.sees('Вход и почта')
  await expect(registration).toBeHidden()
})
