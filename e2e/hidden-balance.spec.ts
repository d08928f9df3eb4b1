import { cards, paysAtBank, seesResult } from './actions/bank'
import { anna, register } from './data/people'
import { scriptModeTags } from './support/script-mode-tags'
import { expect, test } from './test'

const inTurn = scriptModeTags()

test.use({ setup: { settings: { GUEST_BALANCE: 'off' } } })
// One worker for the file, which then starts one such portal.
test.describe.configure({ mode: 'default' })

test('a guest who is not shown the debt types the amount and pays it', { tag: inTurn() }, async ({
  visitor,
}) => {
  for (const { account } of [register.ninasFlat, register.dacha]) {
    await visitor.opens('/pay')
    await visitor.types({ 'Номер лицевого счёта': account })
    await visitor.presses('Продолжить')
    await visitor.sees('Оплата лицевого счёта')
    await expect(visitor.field('Сумма, ₽')).toHaveValue('')
    await expect(visitor.main.getByText(/К\sоплате|Долга нет|Переплата|\d,\d\d\s₽/)).toHaveCount(0)
  }

  await visitor.types({ 'Почта для чека': 'guest@example.com' })
  await visitor.presses('Оплатить')
  await visitor.isRefused({ fields: { 'Сумма, ₽': 'Введите сумму' } })
  await expect(visitor.main.getByText(/К\sоплате|Долга нет|Переплата/)).toHaveCount(0)
  await visitor.hasTyped({ 'Почта для чека': 'guest@example.com' })

  await visitor.types({ 'Сумма, ₽': '250' })
  await visitor.presses('Оплатить')
  await paysAtBank(visitor, '250,00 ₽', cards.good)
  await seesResult(visitor, 'Оплачено 250,00 ₽')
})

test('a customer sees the debt in any case', { tag: inTurn() }, async ({ visitor }) => {
  await visitor.isSignedIn(anna)
  await visitor.opens('/personal')
  // Which of her accounts owes depends on the day of the month.
  const owing = visitor.main.getByRole('listitem').filter({ hasText: 'К оплате' }).first()
  const account = /\d{10}/.exec((await owing.textContent()) ?? '')?.[0] ?? ''
  await visitor.opens(`/personal/pay?account=${account}`)
  await expect(visitor.main).toContainText(/К\sоплате\s[\d\s]+,\d\d\s₽/)
})
