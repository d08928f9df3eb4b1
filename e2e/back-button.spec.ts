import type { Visitor } from './actions/visitor'
import { anna, newcomer } from './data/people'
import { scriptModeTags } from './support/script-mode-tags'
import { test as base, expect } from './test'

const inTurn = scriptModeTags()

// Playwright disables the back/forward cache, which real browsers have. The headless shell restores no page from it even
// when it is enabled: there these journeys only test Back with pages that are loaded again.
const test = base.extend<object, { withBackForwardCache: undefined }>({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    { scope: 'worker' },
  ],
})

// One worker for the file, which then starts one such browser.
test.describe.configure({ mode: 'default' })

// A page from the back/forward cache fires no load event.
const goBack = ({ page }: Visitor) => page.goBack({ waitUntil: 'commit' })

async function seesNothingPrivate(visitor: Visitor) {
  await visitor.sees('Вход')
  const page = visitor.page.locator('body')
  for (const words of [anna.name, anna.email, 'ул. Садовая, д. 14'])
    await expect(page).not.toContainText(words)
}

test('Back after logout shows no customer data, with client-side navigation', { tag: inTurn() }, async ({
  visitor,
}) => {
  await visitor.logsIn(anna)
  await visitor.leftMenu.getByRole('link', { name: 'Профиль' }).click()
  await visitor.sees('Профиль')
  await visitor.logsOut()
  await goBack(visitor)
  await seesNothingPrivate(visitor)
  await goBack(visitor)
  await seesNothingPrivate(visitor)
})

test('Back after logout shows no customer data, with full page loads', {
  tag: inTurn(),
}, async ({ visitor }) => {
  await visitor.logsIn(anna)
  await visitor.opens('/personal/profile')
  await visitor.opens('/tariffs')
  await expect(visitor.header.getByRole('link', { name: anna.name })).toBeVisible()
  await visitor.opens('/personal')
  await visitor.logsOut()
  await visitor.opens('/about')
  await goBack(visitor)
  await visitor.sees('Квитанции за дом, гараж и интернет в одном месте')
  await goBack(visitor)
  await seesNothingPrivate(visitor)
  await goBack(visitor)
  await visitor.sees('Тарифы')
  await expect(visitor.header.getByRole('link', { name: anna.name })).toHaveCount(0)
  await goBack(visitor)
  await seesNothingPrivate(visitor)
})

test('Back to the login after logout shows no typed password', { tag: inTurn() }, async ({ visitor }) => {
  await visitor.opens('/login')
  await visitor.fillsLogin(anna)
  await visitor.sees('Лицевые счета')
  await visitor.logsOut()
  for (const path of ['/login?redirectTo=%2Fpersonal', '/login']) {
    await goBack(visitor)
    await expect(visitor.page).toHaveURL(path)
    await visitor.sees('Вход')
    await visitor.hasTyped({ Пароль: '' })
  }
})

test('Back to the login while signed in leads to the accounts', { tag: inTurn() }, async ({ visitor }) => {
  await visitor.opens('/tariffs')
  await visitor.opens('/login')
  await visitor.fillsLogin(anna)
  await visitor.sees('Лицевые счета')
  await goBack(visitor)
  await visitor.sees('Лицевые счета')
})

test('the consent opens in a new window, and the form keeps its values', { tag: inTurn() }, async ({
  visitor,
}) => {
  const { name, email } = newcomer()
  await visitor.opens('/registration')
  await visitor.types({ Имя: name, 'Электронная почта': email })
  const opened = visitor.context.waitForEvent('page')
  await visitor.follows(/^согласие на обработку персональных данных/)
  const beside = await opened
  await expect(beside.getByRole('heading', { level: 1 })).toHaveText(
    'Согласие на обработку персональных данных',
  )
  await beside.close()
  await visitor.hasTyped({ Имя: name, 'Электронная почта': email })
})
