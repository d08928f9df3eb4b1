import { cards, paysAtBank, seesBank, seesResult } from './actions/bank'
import type { Visitor } from './actions/visitor'
import { anna, newcomer, register } from './data/people'
import { expect, test } from './test'

/** Presses without waiting for hydration. */
const pressesAtOnce = (visitor: Visitor, button: string) => visitor.button(button).click()

/** Lets the scripts arrive and waits until the effects of hydration are over: they draw this button. */
async function scriptsSettle(visitor: Visitor) {
  await visitor.scriptsArrive()
  await visitor.header.locator('button', { hasText: 'Офисы' }).waitFor()
}

/** Checks that the page is hydrated: a link navigates without a full page load. */
async function goesOnByScripts(visitor: Visitor, link: string, h1: string) {
  await visitor.scriptsArrive()
  await visitor.page.evaluate(() => void Object.assign(window, { sameDocument: true }))
  await visitor.leftMenu.getByRole('link', { name: link, exact: true }).click()
  await visitor.sees(h1)
  expect(await visitor.page.evaluate(() => 'sameDocument' in window)).toBe(true)
}

test('a login works before scripts load, and the next page hydrates @scripts-late', async ({ visitor }) => {
  await visitor.opens('/login?redirectTo=%2Fpersonal%2Fprofile')
  await visitor.types({ 'Электронная почта': anna.email, Пароль: 'не тот пароль' })
  await pressesAtOnce(visitor, 'Войти')
  await expect(visitor.errorSummary).toContainText('Неверный адрес или пароль.')
  await visitor.hasTyped({ 'Электронная почта': anna.email, Пароль: '' })
  await visitor.types({ Пароль: anna.password })
  await pressesAtOnce(visitor, 'Войти')
  await visitor.sees('Профиль')
  await goesOnByScripts(visitor, 'Лицевые счета', 'Лицевые счета')
})

test('text typed into a form rejected before scripts load is kept when they load @scripts-late', async ({
  visitor,
}) => {
  await visitor.opens('/registration')
  await visitor.types({ Имя: 'Вера' })
  await pressesAtOnce(visitor, 'Зарегистрироваться')
  await expect(visitor.page).toHaveTitle(/^Ошибка: /)
  const { password } = newcomer()
  await visitor.types({
    'Электронная почта': 'vera@example.com',
    'Пароль ещё раз': password,
    Пароль: password,
  })
  await scriptsSettle(visitor)
  await visitor.hasTyped({
    Имя: 'Вера',
    'Электронная почта': 'vera@example.com',
    Пароль: password,
    'Пароль ещё раз': password,
  })
  await expect(visitor.field('Пароль')).toBeFocused()
  await expect(visitor.errorSummary).toBeVisible()
})

test('a visitor in a field is not moved to the errors or the question when scripts load @scripts-late', async ({
  visitor,
  signedInAsAnna,
}) => {
  const number = visitor.field('Номер лицевого счёта')
  await signedInAsAnna()
  await visitor.opens('/personal/add-account')
  await pressesAtOnce(visitor, 'Добавить')
  await expect(visitor.errorSummary).toBeVisible()
  await number.focus()
  await scriptsSettle(visitor)
  await expect(number).toBeFocused()

  await visitor.opens('/personal/add-account')
  await visitor.types({ 'Номер лицевого счёта': register.garage.account })
  await pressesAtOnce(visitor, 'Добавить')
  await expect(visitor.field('Код доступа')).toBeVisible()
  await number.focus()
  await scriptsSettle(visitor)
  await expect(number).toBeFocused()
})

test('any other visitor is taken to the errors and to the question when scripts load @scripts-late', async ({
  visitor,
  signedInAsAnna,
}) => {
  await signedInAsAnna()
  await visitor.opens('/personal/add-account')
  await pressesAtOnce(visitor, 'Добавить')
  await expect(visitor.errorSummary).toBeVisible()
  await scriptsSettle(visitor)
  await visitor.isRefused({})

  await visitor.opens('/personal/add-account')
  await visitor.types({ 'Номер лицевого счёта': register.garage.account })
  await pressesAtOnce(visitor, 'Добавить')
  await expect(visitor.field('Код доступа')).toBeVisible()
  await scriptsSettle(visitor)
  await expect(visitor.field('Код доступа')).toBeFocused()
})

test('a guest pays before scripts load @scripts-late', async ({ visitor }) => {
  await visitor.opens('/pay')
  await visitor.types({ 'Номер лицевого счёта': register.dacha.account })
  await pressesAtOnce(visitor, 'Продолжить')
  await visitor.types({ 'Сумма, ₽': '15', 'Почта для чека': 'guest@example.com' })
  await pressesAtOnce(visitor, 'Оплатить')
  await paysAtBank(visitor, '15,00 ₽', cards.good)
  await seesResult(visitor, 'Оплачено 15,00 ₽')
})

test('a double press before scripts load makes one payment @scripts-late', async ({ visitor }) => {
  await visitor.isNewCustomer(newcomer())
  await visitor.hasAccount(register.garage)
  await visitor.opens('/personal/pay')
  await visitor.types({ 'Сумма, ₽': '64' })
  await visitor.button('Оплатить').dblclick()
  await seesBank(visitor, '64,00 ₽')
  await visitor.opens('/personal/pay')
  await expect(visitor.link('Продолжить оплату')).toHaveCount(1)
})

test('scripts that load late keep the scroll position @scripts-late', async ({ visitor }) => {
  const { page } = visitor
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY))
  await visitor.opens('/privacy')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  const left = await scrolled()
  expect(left).toBeGreaterThan(200)
  await visitor.scriptsArrive()
  expect(await scrolled()).toBe(left)
})
