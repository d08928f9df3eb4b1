import { cards } from './actions/bank'
import { usesLook } from './actions/display-settings'
import { goesOn, presses, tabTo, typesInto } from './actions/keyboard'
import type { Visitor } from './actions/visitor'
import { outlineCutOff } from './checks/layout'
import { looks } from './data/display-settings'
import { newcomer, register } from './data/people'
import { scriptModeTags } from './support/script-mode-tags'
import { expect, test } from './test'

const inTurn = scriptModeTags()

test('logging in and adding an account works by keyboard', { tag: inTurn() }, async ({ visitor }) => {
  const { page } = visitor
  const { keyboard } = page
  const person = newcomer()
  await visitor.signsUp(person)
  await visitor.verifies(person)

  await test.step('past the header, with a wrong password first', async () => {
    await visitor.opens('/login')
    await visitor.scriptsArrive()
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

  await test.step('from the error summary to the field, and in', async () => {
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
    await tabTo(visitor, visitor.leftMenu.getByRole('link', { name: 'Добавить лицевой счёт' }))
    await keyboard.press('Enter')
    await visitor.sees('Добавить лицевой счёт')
    await tabTo(visitor, visitor.field('Номер лицевого счёта'))
    await keyboard.type(register.garage.account)
    await keyboard.press('Enter')
    const answer = visitor.field('Код доступа')
    if (!visitor.scripts) await tabTo(visitor, answer)
    await expect(answer).toBeFocused()
    await keyboard.type(register.garage.accessCode)
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

test('the skip link comes first on every kind of page', { tag: inTurn() }, async ({
  visitor,
  signedInAsAnna,
}) => {
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

test('the outline of a focused choice of account is seen whole @scripts-off', async ({
  visitor,
  signedInAsAnna,
}) => {
  await signedInAsAnna()
  await visitor.opens('/personal/history')
  const switcher = visitor.main.getByRole('navigation', { name: 'Другой лицевой счёт' })
  for (const choice of [switcher.getByRole('link').first(), switcher.getByRole('link').last()]) {
    await tabTo(visitor, choice)
    expect(await outlineCutOff(choice)).toEqual([])
  }
})

test('Escape closes an open menu and keeps the focus on it @scripts-on', async ({ visitor }) => {
  await visitor.opens('/')
  const menu = visitor.page.getByRole('navigation', { name: 'Основное меню' })
  const item = menu.locator('summary')
  await item.focus()
  await visitor.page.keyboard.press('Enter')
  const article = menu.getByRole('link', { name: 'Как читать квитанцию' })
  await expect(article).toBeVisible()
  await article.focus()
  await visitor.page.keyboard.press('Escape')
  await expect(article).toBeHidden()
  await expect(item).toBeFocused()
})

test('Tab leads out of the offices, and back to their button @scripts-on', async ({ visitor }) => {
  const { page } = visitor
  const { keyboard } = page
  await visitor.opens('/tariffs')
  const button = visitor.header.getByRole('button', { name: 'Офисы' })
  const panel = page.getByRole('dialog', { name: 'Офисы' })
  const opens = async () => {
    await button.press('Enter')
    await expect(panel).toBeFocused()
  }
  const isBack = async () => {
    await expect(panel).toHaveCount(0)
    await expect(button).toBeFocused()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  }

  await opens()
  await keyboard.press('Shift+Tab')
  await isBack()

  await opens()
  await keyboard.press('Tab')
  await expect(panel.getByRole('link').first()).toBeFocused()
  await keyboard.press('Shift+Tab')
  await isBack()

  await keyboard.press('Tab')
  const next = await page.locator(':focus').evaluateHandle((element) => element)
  await opens()
  const links = await panel.getByRole('link').count()
  for (let press = 0; press < links; press += 1) await keyboard.press('Tab')
  await expect(panel.getByRole('link').last()).toBeFocused()
  await keyboard.press('Tab')
  await expect(panel).toHaveCount(0)
  expect(await next.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('Tab leads out of an account’s menu @scripts-on', async ({ visitor, signedInAsAnna }) => {
  const { page } = visitor
  const { keyboard } = page
  await signedInAsAnna()
  await visitor.opens('/personal')
  const button = page.getByRole('button', { name: /^Действия с\sлицевым счётом/ }).first()
  const menu = page.getByRole('menu')
  await button.focus()
  await keyboard.press('Tab')
  const next = await page.locator(':focus').evaluateHandle((element) => element)

  await button.press('Enter')
  await expect(menu.getByRole('menuitem').first()).toBeFocused()
  await keyboard.press('Tab')
  await expect(menu).toHaveCount(0)
  expect(await next.evaluate((element) => element === document.activeElement)).toBe(true)

  await button.press('Enter')
  await expect(menu.getByRole('menuitem').first()).toBeFocused()
  await keyboard.press('Shift+Tab')
  await expect(menu).toHaveCount(0)
  await expect(button).toBeFocused()
})

/** Pays on the bank's page, and returns to the result. */
async function paysAtBank(visitor: Visitor, h1: string) {
  await expect(visitor.h1).toHaveText(/^Оплата \d/)
  await typesInto(visitor, 'Номер карты', cards.good)
  await typesInto(visitor, 'Срок действия', '12/39')
  await typesInto(visitor, 'Код', '123')
  await visitor.page.keyboard.press('Enter')
  await expect(async () => {
    await visitor.scriptsArrive()
    const again = visitor.link('Проверить ещё раз')
    if (!visitor.scripts && (await again.count()) > 0) await goesOn(visitor, again)
    await expect(visitor.h1).toHaveText(h1, { timeout: 1_000 })
  }).toPass()
}

/** Opens the usual version with scripts, the accessible one without, each at its own width. */
async function comesToDoItByKeys(
  visitor: Visitor,
  address: string,
  width: { usual: number; accessible: number },
) {
  const [look] = looks.filter(({ scheme }) => scheme === 'blue')
  await visitor.page.setViewportSize({ width: visitor.scripts ? width.usual : width.accessible, height: 720 })
  if (!visitor.scripts && look) await usesLook(visitor, look, address)
}

test('a guest registers and pays', { tag: inTurn() }, async ({ visitor, portal }) => {
  await comesToDoItByKeys(visitor, portal.url, { usual: 1280, accessible: 320 })
  const { keyboard } = visitor.page
  const { name, email, phone, password } = newcomer()
  await visitor.opens('/registration')
  for (const [label, words] of [
    ['Имя', name],
    ['Электронная почта', email],
    ['Телефон — необязательно', phone],
    ['Пароль', password],
    ['Пароль ещё раз', password],
  ] as const)
    await typesInto(visitor, label, words)
  await presses(visitor, visitor.consent, 'Space')
  await presses(visitor, visitor.button('Зарегистрироваться'), 'Space')
  await visitor.sees('Проверьте почту')

  await visitor.opens('/pay')
  await typesInto(visitor, 'Номер лицевого счёта', register.dacha.account)
  await keyboard.press('Enter')
  await visitor.sees('Оплата лицевого счёта')
  await typesInto(visitor, 'Сумма, ₽', '100,50')
  await typesInto(visitor, 'Почта для чека', 'guest@example.com')
  await presses(visitor, visitor.button('Оплатить'), 'Space')
  await paysAtBank(visitor, 'Оплачено 100,50 ₽')
})

test('a customer pays, sets an autopayment and removes it', { tag: inTurn() }, async ({
  visitor,
  portal,
}) => {
  await comesToDoItByKeys(visitor, portal.url, { usual: 320, accessible: 1280 })
  const { keyboard } = visitor.page
  await visitor.becomesCustomer(newcomer())
  await visitor.addsAccount(register.garage)
  await goesOn(visitor, visitor.card(register.garage.account).getByRole('link', { name: /^Оплатить/ }))
  await visitor.sees('Оплата')
  await typesInto(visitor, 'Сумма, ₽', '30', 'instead')
  await presses(visitor, visitor.button('Оплатить'), 'Enter')
  await paysAtBank(visitor, 'Оплачено 30,00 ₽')

  await goesOn(visitor, visitor.leftMenu.getByRole('link', { name: 'Автоплатежи' }))
  await visitor.sees('Автоплатежи')
  await goesOn(visitor, visitor.link('Подключить автоплатёж'))
  await visitor.sees('Новый автоплатёж')
  await tabTo(visitor, visitor.main.getByRole('radio', { name: /^По каждой квитанции/ }))
  await keyboard.press('ArrowDown')
  await typesInto(visitor, 'День месяца', '10', 'instead')
  await typesInto(visitor, 'Сумма, ₽', '150')
  await typesInto(visitor, 'Лимит одного списания, ₽', '9 000')
  await presses(visitor, visitor.main.getByRole('checkbox', { name: /^Даю согласие/ }), 'Space')
  await presses(visitor, visitor.button('Подключить автоплатёж'), 'Space')
  await paysAtBank(visitor, 'Автоплатёж подключён')

  await goesOn(visitor, visitor.leftMenu.getByRole('link', { name: 'Автоплатежи' }))
  await expect(visitor.main).toContainText('Каждый месяц 10-го числа')
  await goesOn(visitor, visitor.link(/^Удалить/))
  await visitor.sees('Удалить автоплатёж')
  await presses(visitor, visitor.button('Удалить автоплатёж'), 'Space')
  await visitor.isTold('Автоплатёж удалён, списаний по нему больше не будет')
  await expect(visitor.main).toContainText('Автоплатежей нет')
})
