import type { Visitor } from './actions/visitor'
import { newcomer, register } from './data/people'
import { scriptModeTags } from './support/script-mode-tags'
import { expect, test } from './test'

const inTurn = scriptModeTags()

const TITLE = 'Показания счётчиков'
const SEND = 'Передать показания'

const zone = (visitor: Visitor, name: 't1' | 't2') =>
  visitor.main.locator(`[name^="reading-"][name$="-${name}"]`)
const confirmed = (visitor: Visitor) => visitor.main.locator('[name="confirmed"]')

/** The last value of a zone, from the words at its field. */
const lastOf = async (visitor: Visitor, name: 't1' | 't2') => {
  const id = await zone(visitor, name).getAttribute('aria-describedby')
  const words = await visitor.main.locator(`[id="${id}"]`).innerText()
  return Number(/Прошлое: ([\d\s]+)/.exec(words)?.[1]?.replace(/\s/g, ''))
}

test('a customer sends readings, confirms an unusual one, and finds them in the history', {
  tag: inTurn(),
}, async ({ visitor }) => {
  const person = newcomer()
  await visitor.isNewCustomer(person)
  await visitor.hasAccount(register.dacha)
  await visitor.opens('/personal')
  await visitor.leftMenu.getByRole('link', { name: 'Показания' }).click()
  await visitor.sees(TITLE)
  await expect(visitor.main).toContainText('Показания принимаем')
  const last = await lastOf(visitor, 't1')
  expect(last).toBeGreaterThan(0)

  await test.step('nothing typed, and no number, are refused where they stand', async () => {
    await visitor.presses(SEND)
    await visitor.isRefused({ summary: ['Введите показание хотя бы одного счётчика.'] })
    await zone(visitor, 't1').fill('сто')
    await visitor.presses(SEND)
    await expect(zone(visitor, 't1')).toHaveAttribute('aria-invalid', 'true')
    await expect(zone(visitor, 't1')).toHaveValue('сто')
  })

  await test.step('a volume far above the usual one is asked about first', async () => {
    await zone(visitor, 't1').fill(String(last + 9_000))
    await visitor.presses(SEND)
    await expect(confirmed(visitor)).toBeVisible()
    await expect(visitor.errorSummary).toContainText('больше обычного')
    await expect(zone(visitor, 't1')).toHaveValue(String(last + 9_000))
    await confirmed(visitor).check()
    await visitor.presses(SEND)
    await visitor.sees('Показания приняты')
    await expect(visitor.main).toContainText(/Номер П-\d{8}-\d{8}/)
  })

  await test.step('and it is the newest of the history', async () => {
    await visitor.follows('К показаниям')
    await visitor.sees(TITLE)
    expect(await lastOf(visitor, 't1')).toBe(last + 9_000)
    await expect(visitor.main.getByRole('row').nth(1)).toContainText('вы передали')
  })
})

test('a double press sends readings once', { tag: inTurn() }, async ({ visitor }) => {
  await visitor.isNewCustomer(newcomer())
  await visitor.hasAccount(register.ninasFlat)
  await visitor.opens('/personal/readings')
  await visitor.sees(TITLE)
  const last = await lastOf(visitor, 't2')
  await zone(visitor, 't2').fill(String(last + 1))
  await visitor.scriptsArrive()
  await visitor.button(SEND).dblclick()
  await visitor.sees('Показания приняты')
  await visitor.follows('К показаниям')
  await visitor.sees(TITLE)
  expect(await lastOf(visitor, 't2')).toBe(last + 1)
  await visitor.follows('Показать более ранние')
  await expect(visitor.link('К началу')).toBeVisible()
})
