import { cards, paysAtBank, seesResult } from './actions/bank'
import type { Visitor } from './actions/visitor'
import { isWellDrawn } from './checks/accessibility'
import { listen } from './checks/announcements'
import { newcomer, register } from './data/people'
import type { Faults } from './support/faults'
import { expect, test } from './test'

const LOST = /Связь прервалась, и\sмы не знаем, дошло ли отправленное[.]/
const NOT_TWICE = 'деньги не спишутся дважды'

/** Checks that a page without an answer to its form stays, and says so. */
async function isToldOfLoss(visitor: Visitor) {
  await expect(visitor.page.locator(':focus').getByRole('alert')).toContainText(LOST)
  await expect(visitor.main.getByRole('alert')).toHaveCount(1)
}

const expectsLoss = (faults: Faults) => faults.expect(/net::ERR_(INTERNET_DISCONNECTED|CONNECTION_RESET)/)

test('a form that is sent without a connection keeps all that was typed, and can be sent later @scripts-on', async ({
  visitor,
  faults,
}) => {
  expectsLoss(faults)
  const person = newcomer()
  const announced = await listen(visitor.page)
  await visitor.isNewCustomer(person)
  await visitor.opens('/personal/profile')
  await visitor.page.waitForLoadState('networkidle')
  const typed = {
    Имя: 'Вера Розальская',
    'Текущий пароль': person.password,
    'Новый пароль': 'восемь рыжих лисиц',
    'Новый пароль ещё раз': 'восемь рыжих лисиц',
  }
  await visitor.types(typed)
  await visitor.context.setOffline(true)
  for (const times of [1, 2]) {
    await visitor.presses('Сохранить')
    await expect.poll(async () => (await announced()).filter((words) => LOST.test(words))).toHaveLength(times)
    await isToldOfLoss(visitor)
    await visitor.sees('Профиль')
    await visitor.hasTyped(typed)
  }
  await expect(visitor.main).not.toContainText(NOT_TWICE)
  await isWellDrawn(visitor)

  await visitor.context.setOffline(false)
  await visitor.presses('Сохранить')
  await visitor.isTold('Профиль сохранён')
  await expect(visitor.main.getByText(LOST)).toHaveCount(0)
  await expect(visitor.field('Имя')).toHaveValue('Вера Розальская')
})

test('a payment whose answer was lost on its way is repeated as the same one @scripts-on', async ({
  visitor,
  faults,
}) => {
  expectsLoss(faults)
  await visitor.isNewCustomer(newcomer())
  await visitor.hasAccount(register.garage)
  await visitor.opens('/personal/pay')
  await visitor.page.waitForLoadState('networkidle')
  await visitor.types({ 'Сумма, ₽': '17' })
  const keys: (string | null)[] = []
  visitor.page.on('request', (request) => {
    if (request.method() === 'POST')
      keys.push(new URLSearchParams(request.postData() ?? '').get('idempotencyKey'))
  })
  await visitor.page.route(
    /[/]personal[/]pay[.]data/,
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await visitor.presses('Оплатить')
  await isToldOfLoss(visitor)
  await expect(visitor.main).toContainText(NOT_TWICE)
  await visitor.hasTyped({ 'Сумма, ₽': '17' })

  await visitor.presses('Оплатить')
  await paysAtBank(visitor, '17,00 ₽', cards.good)
  await seesResult(visitor, 'Оплачено 17,00 ₽')
  expect(keys.slice(0, 2)).toEqual([expect.stringMatching(/./), keys[0]])
  await visitor.opens('/personal/history')
  await expect(visitor.main.getByText('17,00')).toHaveCount(1)
})

test('a refused form that is sent again without a connection stays refused @scripts-on', async ({
  visitor,
  faults,
}) => {
  expectsLoss(faults)
  await visitor.opens('/registration')
  await visitor.page.waitForLoadState('networkidle')
  await visitor.types({ Имя: 'Вера', 'Электронная почта': 'vera@' })
  await visitor.presses('Зарегистрироваться')
  const fields = { Пароль: 'Придумайте пароль' }
  await visitor.isRefused({ fields })
  await visitor.types({ 'Электронная почта': 'vera@example.com', Пароль: 'сорок кошек на крыше' })
  await visitor.context.setOffline(true)
  await visitor.presses('Зарегистрироваться')
  await expect(visitor.main.getByText(LOST)).toBeVisible()
  await visitor.isRefused({ fields })
  await visitor.hasTyped({
    Имя: 'Вера',
    'Электронная почта': 'vera@example.com',
    Пароль: 'сорок кошек на крыше',
  })
})
