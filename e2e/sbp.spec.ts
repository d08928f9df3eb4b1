import { seesResult } from './actions/bank'
import type { Visitor } from './actions/visitor'
import { axeFindsNothing } from './checks/accessibility'
import { newcomer, register } from './data/people'
import { scriptModeTags } from './support/script-mode-tags'
import { expect, test } from './test'

const inTurn = scriptModeTags()

const CODE_TITLE = 'Оплатите через СБП'
const code = (visitor: Visitor) => visitor.main.getByRole('img', { name: 'QR-код для оплаты через СБП' })

const choosesSbp = (visitor: Visitor) => visitor.main.getByRole('radio', { name: /^СБП/ }).check()

/** Goes from the page with the QR code to the bank's app. */
async function opensApp(visitor: Visitor, sum: string) {
  await visitor.sees(CODE_TITLE)
  await expect(code(visitor)).toBeVisible()
  await expect(visitor.main).toContainText('QR-код действует до')
  await visitor.follows('Открыть приложение банка')
  await expect(visitor.h1).toHaveText(`Оплата ${sum} через СБП`)
}

async function customerAtPayment(visitor: Visitor) {
  await visitor.isNewCustomer(newcomer())
  await visitor.hasAccount(register.garage)
  await visitor.opens('/personal/pay')
  await visitor.sees('Оплата')
}

test('a guest pays through SBP in the bank’s app', { tag: inTurn() }, async ({ visitor }) => {
  await visitor.opens(`/pay?account=${register.dacha.account}`)
  await expect(visitor.main.getByRole('radio', { name: 'Банковская карта' })).toBeChecked()
  await choosesSbp(visitor)
  await visitor.types({ 'Сумма, ₽': '77,70', 'Почта для чека': 'guest@example.com' })
  await visitor.presses('Оплатить')
  await visitor.sees(CODE_TITLE)
  if (visitor.scripts) await axeFindsNothing(visitor, 320)
  await opensApp(visitor, '77,70 ₽')
  await visitor.presses('Подтвердить оплату')
  await seesResult(visitor, 'Оплачено 77,70 ₽')
  await expect(visitor.main).toContainText('СБП')
  await expect(code(visitor)).toHaveCount(0)
})

test('a guest who gives up in the bank’s app has paid nothing, and goes on from the same sum', {
  tag: inTurn(),
}, async ({ visitor }) => {
  await visitor.opens(`/pay?account=${register.dacha.account}`)
  await choosesSbp(visitor)
  await visitor.types({ 'Сумма, ₽': '12', 'Почта для чека': 'guest@example.com' })
  await visitor.presses('Оплатить')
  await opensApp(visitor, '12,00 ₽')
  await visitor.presses('Отказаться от оплаты')
  await seesResult(visitor, 'Платёж не прошёл')
  await expect(visitor.main).toContainText('Деньги не списаны.')
})

test('a payment through SBP waits while its page is left, is continued by its code, and is one payment', {
  tag: inTurn(),
}, async ({ visitor }) => {
  await customerAtPayment(visitor)
  await choosesSbp(visitor)
  await visitor.types({ 'Сумма, ₽': '41' })
  await visitor.presses('Оплатить')
  await visitor.sees(CODE_TITLE)
  await visitor.opens('/personal/pay')
  await visitor.follows('Продолжить оплату')
  await opensApp(visitor, '41,00 ₽')
  await visitor.presses('Подтвердить оплату')
  await seesResult(visitor, 'Оплачено 41,00 ₽')
  await visitor.opens('/personal/history')
  await expect(visitor.main.getByText(/41,00\s₽/).first()).toBeVisible()
  await visitor.opens('/personal/pay')
  await expect(visitor.link('Продолжить оплату')).toHaveCount(0)
})

test('a customer binds an account of SBP, and pays by it without the app', { tag: inTurn() }, async ({
  visitor,
}) => {
  await customerAtPayment(visitor)
  await choosesSbp(visitor)
  await visitor.types({ 'Сумма, ₽': '20' })
  await visitor.main.getByRole('checkbox', { name: /^Сохранить/ }).check()
  await visitor.presses('Оплатить')
  await opensApp(visitor, '20,00 ₽')
  await visitor.presses('Подтвердить и привязать счёт')
  await seesResult(visitor, 'Оплачено 20,00 ₽')

  await visitor.opens('/personal/pay')
  await visitor.types({ 'Сумма, ₽': '30' })
  await visitor.main.getByRole('group', { name: /^Чем/ }).getByRole('radio', { name: /^СБП/ }).check()
  await visitor.presses('Оплатить')
  await seesResult(visitor, 'Оплачено 30,00 ₽')
})

test('an autopayment whose account was not bound does not begin, and says so', { tag: inTurn() }, async ({
  visitor,
}) => {
  await customerAtPayment(visitor)
  await visitor.opens('/personal/autopayments/new')
  await visitor.main.getByRole('radio', { name: /^Фиксированная сумма/ }).check()
  await visitor.types({ 'День месяца': '10', 'Сумма, ₽': '150', 'Лимит одного списания, ₽': '9 000' })
  await choosesSbp(visitor)
  await visitor.main.getByRole('checkbox', { name: /^Даю согласие/ }).check()
  await visitor.presses('Подключить автоплатёж')
  await visitor.sees(CODE_TITLE)
  await visitor.follows('Открыть приложение банка')
  await expect(visitor.h1).toHaveText(/^Оплата .+ через СБП$/)
  const sum = ((await visitor.h1.textContent()) ?? '').replace(/^Оплата | через СБП$/g, '')
  await visitor.presses('Подтвердить без привязки')
  await seesResult(visitor, `Оплачено ${sum.replaceAll('\u00a0', ' ')}, автоплатёж не подключён`)
  await visitor.opens('/personal/autopayments')
  await expect(visitor.main).not.toContainText('Работает')
})
