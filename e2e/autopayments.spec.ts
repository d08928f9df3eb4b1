import { cards, paysAtBank, seesResult, sumAtBank } from './actions/bank'
import type { Visitor } from './actions/visitor'
import { newcomer, type Person, register } from './data/people'
import { comesToCharge, comesToWarning, issueInvoices } from './support/api-command'
import { scriptModeTags } from './support/script-mode-tags'
import { expect, test } from './test'

const inTurn = scriptModeTags()

// A separate portal: invoices are issued to all customers at once.
test.use({ setup: { settings: { SITE_TITLE: 'My New Project', POST_LIMIT: '9999' } } })
// One worker for the file, which then starts one such portal.
test.describe.configure({ mode: 'default' })

const NEW = 'Новый автоплатёж'
const CONNECT = 'Подключить автоплатёж'

/** Creates a new customer with one account and opens the form of a new autopayment. */
async function customerAtForm(visitor: Visitor, own = register.garage): Promise<Person> {
  const person = newcomer()
  await visitor.isNewCustomer(person)
  await visitor.hasAccount(own)
  await visitor.opens('/personal')
  await visitor.leftMenu.getByRole('link', { name: 'Автоплатежи' }).click()
  await visitor.sees('Автоплатежи')
  await visitor.follows(CONNECT)
  await visitor.sees(NEW)
  return person
}

const consent = (visitor: Visitor) => visitor.main.getByRole('checkbox', { name: /^Даю согласие/ })

/** Reopens the list until it has these words: the worker runs on its own schedule. */
async function findsInList(visitor: Visitor, words: string | RegExp) {
  await expect(async () => {
    await visitor.opens('/personal/autopayments')
    await expect(visitor.main).toContainText(words, { timeout: 500 })
  }).toPass()
}

/** Sets an autopayment of 150 rubles a month and saves a card at the bank. */
async function connects(visitor: Visitor) {
  await visitor.main.getByRole('radio', { name: /^Фиксированная сумма/ }).check()
  await visitor.types({ 'День месяца': '10', 'Сумма, ₽': '150', 'Лимит одного списания, ₽': '9 000' })
  await consent(visitor).check()
  await visitor.presses(CONNECT)
  await paysAtBank(visitor, await sumAtBank(visitor), cards.good)
  await seesResult(visitor, 'Автоплатёж подключён')
  await findsInList(visitor, 'Работает')
}

/** Reopens the log until it has these words. */
async function findsInLog(visitor: Visitor, words: string | RegExp) {
  await visitor.opens('/personal/autopayments')
  await visitor.follows(/^Журнал списаний/)
  await visitor.sees('Автоплатёж')
  await expect(async () => {
    await visitor.reloads()
    await expect(visitor.main).toContainText(words, { timeout: 500 })
  }).toPass({ timeout: 30_000 })
}

test('two autopayments send warnings a day ahead; one charge is skipped by its letter, the other is made', {
  tag: inTurn(),
}, async ({ visitor, anotherVisitor, portal }) => {
  test.setTimeout(180_000)
  const charged = await customerAtForm(visitor, register.garage)

  await test.step('the form reports missing values', async () => {
    await expect(consent(visitor)).not.toBeChecked()
    await visitor.presses(CONNECT)
    await visitor.isRefused({
      summary: [
        'Введите лимит: больше него за один раз не спишем',
        'Без вашего согласия на списания автоплатёж не подключить',
      ],
    })
  })

  await test.step('the first payment saves the card', async () => {
    await connects(visitor)
    for (const words of ['Каждый месяц 10-го числа, 150,00 ₽', '9 000,00 ₽', '4444'])
      await expect(visitor.main).toContainText(words)
  })

  const refusing = await anotherVisitor()
  const refuser = await customerAtForm(refusing, register.flat)
  await connects(refusing)

  const letters = await test.step('the warning is sent the day before', async () => {
    await issueInvoices(portal)
    await comesToWarning(portal)
    const subject = /^\d+\s\S+ спишем 150,00/u
    const letters = {
      charged: await visitor.outbox.take(charged.email, subject),
      refused: await visitor.outbox.take(refuser.email, subject),
    }
    await findsInList(visitor, /Следующее списание\s*\d+\s\S+\s\d{4}/u)
    return letters
  })

  const otherVisitor = await anotherVisitor()
  const opensLetter = async (letter: keyof typeof letters) => {
    await otherVisitor.opensLetter(letters[letter], '/autopay-refuse/')
    await otherVisitor.sees('Отказ от списания')
    await otherVisitor.presses('Отказаться от списания')
  }

  await test.step('the letter’s link skips the charge without signing in', async () => {
    await opensLetter('refused')
    await otherVisitor.isTold(/^Ближайшего списания не будет/)
    await findsInLog(refusing, 'Вы отказались от этого списания')
  })

  await test.step('the other charge is made and appears in the log and the history', async () => {
    await comesToCharge(portal)
    await findsInLog(visitor, 'Списано')
    await visitor.opens('/personal/history')
    const row = visitor.main.getByRole('row').filter({ hasText: 'Автоплатёж' }).first()
    await expect(row).toContainText('Оплачен')
  })

  await test.step('the used link no longer works', async () => {
    await opensLetter('charged')
    await expect(otherVisitor.errorSummary).toContainText('Ссылка устарела или уже использована')
  })
})

test('an autopayment is changed, paused, resumed and removed together with its card', {
  tag: inTurn(),
}, async ({ visitor }) => {
  await customerAtForm(visitor, register.dacha)
  await visitor.main.getByRole('radio', { name: /^Фиксированная сумма/ }).check()
  await visitor.types({ 'День месяца': '10', 'Сумма, ₽': '1 500', 'Лимит одного списания, ₽': '2 000' })
  await consent(visitor).check()
  await visitor.presses(CONNECT)
  await paysAtBank(visitor, await sumAtBank(visitor), cards.mir)
  await seesResult(visitor, 'Автоплатёж подключён')
  await findsInList(visitor, /Каждый месяц 10-го числа, 1\s500,00/u)

  await visitor.follows(/^Изменить/)
  await visitor.sees('Изменить автоплатёж')
  await visitor.hasTyped({
    'День месяца': '10',
    'Сумма, ₽': '1500,00',
    'Лимит одного списания, ₽': '2000,00',
  })
  await visitor.types({ 'Сумма, ₽': '5 000' })
  await visitor.presses('Сохранить')
  await visitor.isRefused({
    fields: { 'Лимит одного списания, ₽': 'Лимит меньше суммы списания: так деньги не спишутся никогда' },
  })
  await visitor.types({ 'Лимит одного списания, ₽': '6 000', 'День месяца': '28' })
  await visitor.presses('Сохранить')
  await visitor.isTold('Автоплатёж изменён')
  await expect(visitor.main).toContainText(/Каждый месяц 28-го числа, 5\s000,00/u)

  await visitor.presses(/^Приостановить/)
  await visitor.isTold(/^Автоплатёж приостановлен/)
  await expect(visitor.main).toContainText('Списаний нет')
  await visitor.presses(/^Возобновить/)
  await visitor.isTold('Автоплатёж возобновлён')

  await visitor.follows(/^Удалить/)
  await visitor.sees('Удалить автоплатёж')
  await expect(visitor.main).toContainText('Карта отвязывается сразу')
  await visitor.follows('Не удалять')
  await visitor.sees('Автоплатежи')
  await visitor.follows(/^Удалить/)
  await visitor.presses('Удалить автоплатёж')
  await visitor.isTold('Автоплатёж удалён, списаний по нему больше не будет')
  await expect(visitor.main).toContainText('Автоплатежей нет')
  await expect(visitor.main).toContainText('Сохранённых карт нет')
})

test('an autopayment goes over to another saved card, and lets go of the first', { tag: inTurn() }, async ({
  visitor,
}) => {
  await customerAtForm(visitor, register.room)
  await connects(visitor)
  await visitor.opens(`/personal/pay?account=${register.room.account}`)
  await visitor.types({ 'Сумма, ₽': '10' })
  await visitor.main.getByRole('radio', { name: 'Новая карта' }).check()
  await visitor.main.getByRole('checkbox', { name: /^Сохранить карту/ }).check()
  await visitor.presses('Оплатить')
  await paysAtBank(visitor, '10,00 ₽', cards.mir)
  await seesResult(visitor, 'Оплачено 10,00 ₽')

  await visitor.opens('/personal/autopayments')
  await visitor.follows(/^Изменить/)
  await visitor.sees('Изменить автоплатёж')
  await expect(visitor.main.getByRole('radio', { name: /4444/ })).toBeChecked()
  await visitor.main.getByRole('radio', { name: /2987/ }).check()
  await visitor.types({ 'Лимит одного списания, ₽': '100' })
  await visitor.presses('Сохранить')
  await visitor.isRefused({
    fields: { 'Лимит одного списания, ₽': 'Лимит меньше суммы списания: так деньги не спишутся никогда' },
  })
  await expect(visitor.main.getByRole('radio', { name: /2987/ })).toBeChecked()
  await visitor.types({ 'Лимит одного списания, ₽': '8 000' })
  await visitor.presses('Сохранить')
  await visitor.isTold('Автоплатёж изменён')
  const autopayment = visitor.main.getByRole('region').filter({ hasText: 'Журнал списаний' }).last()
  await expect(autopayment).toContainText('2987')
  await expect(autopayment).not.toContainText('4444')
  await expect(autopayment).toContainText(/8\s000,00/)

  // No autopayment needs the first card any more: it is unlinked without a question.
  await visitor.presses(/^Отвязать.*4444/)
  await visitor.isTold(/отвязан/)
  await expect(visitor.main).not.toContainText('4444')
  await expect(autopayment).toContainText('2987')
})

test('a declined card creates no autopayment, and the form can be used again', { tag: inTurn() }, async ({
  visitor,
}) => {
  await customerAtForm(visitor, register.dacha)
  await visitor.types({ 'Лимит одного списания, ₽': '9 000' })
  await consent(visitor).check()
  await visitor.presses(CONNECT)
  await paysAtBank(visitor, await sumAtBank(visitor), cards.empty)
  await seesResult(visitor, 'Автоплатёж не подключён')
  await expect(visitor.main).toContainText('Деньги не списаны.')
  await visitor.follows('Подключить ещё раз')
  await visitor.sees(NEW)
})

test('an autopayment whose first payment was left is removed and set again, for the same sum', {
  tag: inTurn(),
}, async ({ visitor }) => {
  await customerAtForm(visitor, register.ninasFlat)
  const goesToBank = async () => {
    await visitor.types({ 'Лимит одного списания, ₽': '9 000' })
    await consent(visitor).check()
    await visitor.presses(CONNECT)
    return sumAtBank(visitor)
  }
  const sum = await goesToBank()
  expect(sum).not.toBe('1,00 ₽')
  const left = visitor.page.url()

  await visitor.opens('/personal/autopayments')
  await expect(visitor.main).toContainText('Ждёт первого платежа')
  await visitor.follows(/^Удалить/)
  await visitor.presses('Удалить автоплатёж')
  await visitor.isTold('Автоплатёж удалён, списаний по нему больше не будет')
  await visitor.follows(CONNECT)
  await visitor.sees(NEW)
  expect(await goesToBank()).toBe(sum)

  await visitor.opens(left)
  await expect(visitor.h1).toHaveText('Этот платёж отменён')
})
