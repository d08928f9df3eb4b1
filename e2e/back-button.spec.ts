import type { Visitor } from './actions/visitor'
import { anna, newcomer } from './data/people'
import { scriptsInTurn } from './support/scripts-in-turn'
import { test as base, expect } from './test'

const inTurn = scriptsInTurn()

// Playwright switches the back/forward cache off, people have it.
const test = base.extend<object, { withBackForwardCache: undefined }>({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    { scope: 'worker' },
  ],
})

// A page out of that cache is not loaded.
const goBack = ({ page }: Visitor) => page.goBack({ waitUntil: 'commit' })

async function seesNothingPrivate(visitor: Visitor) {
  await visitor.sees('Вход')
  const page = visitor.page.locator('body')
  for (const words of [anna.name, anna.email, 'ул. Садовая, д. 14'])
    await expect(page).not.toContainText(words)
}

test('Back after the logout shows nothing of the customer, page by page', { tag: inTurn() }, async ({
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

test('Back after the logout shows nothing of the customer, whole page by whole page', {
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
  await visitor.sees('Счета за дом, гараж и интернет в одном месте')
  await goBack(visitor)
  await seesNothingPrivate(visitor)
  await goBack(visitor)
  await visitor.sees('Тарифы')
  await expect(visitor.header.getByRole('link', { name: anna.name })).toHaveCount(0)
  await goBack(visitor)
  await seesNothingPrivate(visitor)
})

test('Back to the login after the logout finds no password in it', { tag: inTurn() }, async ({ visitor }) => {
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

test('the words of the consent are read beside the form, which stays as it is', { tag: inTurn() }, async ({
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
