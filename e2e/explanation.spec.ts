import { goesOn, presses, tabTo } from './actions/keyboard'
import type { Visitor } from './actions/visitor'
import { scriptModeTags } from './support/script-mode-tags'
import { expect, test } from './test'

const inTurn = scriptModeTags()

const TITLE = 'Почему такая сумма'

/** The newest October of the invoices, whenever the demo company's data were made. */
const newestOctober = async (visitor: Visitor): Promise<string> => {
  const options = visitor.field('Квитанция за').locator('option')
  const months = await options.evaluateAll((all) => all.map((option) => option.getAttribute('value') ?? ''))
  return months.find((month) => month.endsWith('-10')) ?? ''
}

const reasons = ({ main }: Visitor) => main.getByRole('table', { name: 'Из чего сложилась разница, ₽' })

test('a customer learns from the invoice why October is dearer, and compares it with the year before', {
  tag: inTurn(),
}, async ({ visitor, signedInAsAnna }) => {
  await signedInAsAnna()
  await visitor.opens('/personal/invoice')
  await visitor.follows(TITLE)
  await visitor.sees(TITLE)

  const october = await newestOctober(visitor)
  await visitor.field('Квитанция за').selectOption(october)
  await visitor.presses('Сравнить')
  await expect(visitor.page).toHaveURL(new RegExp(`period=${october}`))
  await expect(visitor.main).toContainText(/больше,\sчем\sв\sсентябре:\sвключили\sотопление/)
  const heating = reasons(visitor).getByRole('row').filter({ hasText: 'Отопление: включили' })
  await expect(heating).toContainText(/\+1\s\d{3},\d\d/)
  await expect(
    visitor.main.getByRole('img', { name: /^Как\sизменились\sначисления:\sот\s.+\sдо\s/ }),
  ).toBeVisible()
  await expect(visitor.main.getByRole('table', { name: 'Как посчитана каждая услуга' })).toContainText(
    /Гкал\s×\s[\d\s,]+\s₽\s=\s/,
  )

  await visitor.follows('Год назад')
  await expect(visitor.page).toHaveURL(/against=\d{4}-10/)
  await expect(visitor.main).toContainText(/в\sоктябре\s\d{4}\sгода/)
  await expect(reasons(visitor).getByRole('row').filter({ hasText: 'тариф' }).first()).toBeVisible()
})

test('the first invoice has nothing to be compared with, and says so', { tag: inTurn() }, async ({
  visitor,
  signedInAsAnna,
}) => {
  await signedInAsAnna()
  await visitor.opens('/personal/invoice-explanation')
  await visitor.sees(TITLE)
  const months = visitor.field('Квитанция за').locator('option')
  const first = await months.last().getAttribute('value')
  const response = await visitor.opens(`/personal/invoice-explanation?period=${first}`)
  expect(response.status()).toBe(200)
  await expect(visitor.main).toContainText('Сравнить не с чем')
})

test('two months are chosen by keyboard', { tag: inTurn() }, async ({ visitor, signedInAsAnna }) => {
  await signedInAsAnna()
  await visitor.opens('/personal/invoice')
  await visitor.scriptsArrive()
  await goesOn(visitor, visitor.link(TITLE))
  await visitor.sees(TITLE)
  await visitor.scriptsArrive()
  const against = visitor.field('С каким месяцем сравнить')
  await tabTo(visitor, against)
  const chosen = await against.inputValue()
  await visitor.page.keyboard.press('ArrowDown')
  await visitor.page.keyboard.press('ArrowDown')
  await visitor.page.keyboard.press('ArrowDown')
  await expect(against).not.toHaveValue(chosen)
  const month = await against.inputValue()
  await presses(visitor, visitor.button('Сравнить'), 'Enter')
  await expect(visitor.page).toHaveURL(new RegExp(`against=${month}`))
  await expect(visitor.field('С каким месяцем сравнить')).toHaveValue(month)
})
