import type { Locator } from '@playwright/test'
import { newcomer, register } from './pages/people'
import { expect, test } from './pages/test'
import type { Visitor } from './pages/visitor'

/** Presses Tab until this has the focus; every stop on the way is one that can be seen. */
async function tabTo({ page }: Visitor, target: Locator) {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < 40; stops++) {
    await page.keyboard.press('Tab')
    const there = await target.evaluate((element) => element === document.activeElement)
    const focused = page.locator(':focus')
    if (there || (await focused.count()) > 0) await expect(focused).toBeInViewport()
    if (there) return
  }
  throw new Error('Tab never got there')
}

test('logging in and adding an account takes no mouse', async ({ visitor }) => {
  const { page } = visitor
  const { keyboard } = page
  const person = newcomer()
  await visitor.signsUp(person)
  await visitor.verifies(person)

  await test.step('past the header, with wrong words first', async () => {
    await visitor.opens('/login')
    await keyboard.press('Tab')
    await expect(page.locator(':focus')).toHaveText('Перейти к содержанию')
    await expect(page.locator(':focus')).toBeInViewport()
    await keyboard.press('Enter')
    await keyboard.press('Tab')
    await expect(visitor.field('Электронная почта')).toBeFocused()
    await keyboard.type(person.email)
    await keyboard.press('Tab')
    await expect(visitor.field('Пароль')).toBeFocused()
    await keyboard.press('Enter')
    await visitor.isRefused({ summary: ['Введите пароль'] })
  })

  await test.step('from the summary to the field, and in', async () => {
    if (!visitor.scripts)
      await tabTo(visitor, visitor.errorSummary.getByRole('link', { name: 'Введите пароль' }))
    else await keyboard.press('Tab')
    await expect(visitor.errorSummary.getByRole('link', { name: 'Введите пароль' })).toBeFocused()
    await keyboard.press('Enter')
    if (!visitor.scripts) await expect(page).toHaveURL(/#login-password$/)
    await expect(visitor.field('Пароль')).toBeFocused()
    await keyboard.type(person.password)
    await keyboard.press('Enter')
    await visitor.sees('Лицевые счета')
    if (visitor.scripts) await expect(visitor.h1).toBeFocused()
  })

  await test.step('an account', async () => {
    await tabTo(visitor, visitor.leftMenu.getByRole('link', { name: 'Добавить счёт' }))
    await keyboard.press('Enter')
    await visitor.sees('Добавить лицевой счёт')
    await tabTo(visitor, visitor.field('Номер лицевого счёта'))
    await keyboard.type(register.garage.account)
    await keyboard.press('Enter')
    const answer = visitor.field('Фамилия плательщика')
    if (!visitor.scripts) await tabTo(visitor, answer)
    await expect(answer).toBeFocused()
    await keyboard.type(register.garage.surname)
    await tabTo(visitor, visitor.button('Добавить'))
    await keyboard.press('Space')
    await visitor.sees('Лицевые счета')
    await expect(visitor.card(register.garage.account)).toBeVisible()
  })

  await test.step('and out', async () => {
    await visitor.opens('/personal')
    await tabTo(visitor, visitor.header.getByRole('button', { name: 'Выйти' }))
    await keyboard.press('Enter')
    await visitor.isTold('Вы вышли. До встречи!')
  })
})

test('the skip link comes first on every kind of page', async ({ visitor, signedInAsAnna }) => {
  const look = async (path: string) => {
    await visitor.opens(path)
    await visitor.page.keyboard.press('Tab')
    await expect(visitor.page.locator(':focus')).toHaveText('Перейти к содержанию')
    await visitor.page.keyboard.press('Enter')
    await expect(visitor.main).toBeFocused()
  }
  for (const path of ['/', '/tariffs', '/login', '/no/such/page']) await look(path)
  await signedInAsAnna()
  for (const path of ['/personal', '/personal/profile']) await look(path)
})

test('an unfolded menu is folded by Escape, and the focus stays with it @scripts-on', async ({ visitor }) => {
  await visitor.opens('/')
  const menu = visitor.page.getByRole('navigation', { name: 'Основное меню' })
  const item = menu.locator('summary')
  await item.focus()
  await visitor.page.keyboard.press('Enter')
  const article = menu.getByRole('link', { name: 'Как читать счёт' })
  await expect(article).toBeVisible()
  await article.focus()
  await visitor.page.keyboard.press('Escape')
  await expect(article).toBeHidden()
  await expect(item).toBeFocused()
})
