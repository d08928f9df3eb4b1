import { cards, paysAtBank, seesBank, seesResult } from './actions/bank'
import type { Visitor } from './actions/visitor'
import { newcomer, register } from './data/people'
import { ownsFlats } from './support/api-command'
import { scriptModeTags } from './support/script-mode-tags'
import { expect, test } from './test'

const inTurn = scriptModeTags()

const TITLE = 'Оплата нескольких лицевых счетов'
const partOf = ({ account }: { account: string }) => new RegExp(`лицевой счёт ${account}, ₽$`, 'i')

/** Creates a customer with two accounts of one payee, and opens the choice of accounts. */
async function choosesBoth(visitor: Visitor, person = newcomer()) {
  await visitor.isNewCustomer(person)
  for (const account of [register.ninasFlat, register.room]) await visitor.hasAccount(account)
  await visitor.opens('/personal/pay-several')
  await visitor.sees(TITLE)
  for (const { account } of [register.ninasFlat, register.room])
    await visitor.main.getByRole('checkbox', { name: new RegExp(account) }).check()
}

test('a customer pays several accounts by one payment', { tag: inTurn() }, async ({ visitor }) => {
  await choosesBoth(visitor)
  await visitor.presses('Рассчитать')
  await visitor.sees(TITLE)
  for (const account of [register.ninasFlat, register.room])
    await visitor.main.getByRole('textbox', { name: partOf(account) }).fill('10')
  await visitor.presses('Оплатить')
  await paysAtBank(visitor, '20,00 ₽', cards.good)
  await seesResult(visitor, 'Оплачено 20,00 ₽')
  for (const { account } of [register.ninasFlat, register.room])
    await expect(visitor.main).toContainText(`Лицевой счёт ${account}`)
  await visitor.main.getByRole('link', { name: 'Платёж и чек' }).first().click()
  await seesResult(visitor, 'Оплачено 10,00 ₽')
})

test('accounts of several payees are paid one after another, on from any tab', async ({ visitor }) => {
  await visitor.isNewCustomer(newcomer())
  for (const account of [register.dacha, register.room]) await visitor.hasAccount(account)
  await visitor.opens('/personal/pay-several?accounts=all')
  await visitor.sees(TITLE)
  await expect(visitor.main.getByRole('heading', { level: 3 })).toHaveCount(2)
  const sums = visitor.main.getByRole('textbox', { name: /лицевой счёт \d+, ₽$/i })
  await expect(sums).toHaveCount(2)
  await sums.first().fill('10')
  await sums.last().fill('20,5')
  if (visitor.scripts) {
    await visitor.scriptsArrive()
    await expect(visitor.main).toContainText(/Платёж 1 из 2:\s*10,00/)
    await expect(visitor.main).toContainText(/Платёж 2 из 2:\s*20,50/)
    await expect(sumAtTop(visitor)).toHaveText(/^Всего\s*30,50/)
  }
  await visitor.presses('Оплатить')
  await paysAtBank(visitor, '10,00 ₽', cards.good)
  await seesResult(visitor, 'Оплачено 10,00 ₽')
  await expect(visitor.main.getByRole('heading', { name: 'Осталось оплатить 1 из 2' })).toBeVisible()

  // Like another tab: only by the address.
  await visitor.opens(visitor.page.url())
  await visitor.main.getByRole('link', { name: 'Оплатить оставшееся: 20,50 ₽' }).click()
  await expect(visitor.main.getByRole('heading', { name: 'Осталось оплатить 1 из 2' })).toBeVisible()
  await expect(sums).toHaveCount(1)
  await expect(sums).toHaveValue('20,50')
  await visitor.presses('Оплатить')
  await paysAtBank(visitor, '20,50 ₽', cards.good)
  await seesResult(visitor, 'Оплачено 30,50 ₽')
  for (const { account } of [register.dacha, register.room])
    await expect(visitor.main).toContainText(`Лицевой счёт ${account}`)
  await expect(visitor.main).not.toContainText('Осталось оплатить')
})

test('what was typed is kept when a part is no sum, and a total of zero is refused as well', {
  tag: inTurn(),
}, async ({ visitor }) => {
  await choosesBoth(visitor)
  await visitor.presses('Рассчитать')
  await visitor.main.getByRole('textbox', { name: partOf(register.room) }).fill('сто')
  await visitor.main.getByRole('textbox', { name: partOf(register.ninasFlat) }).fill('7')
  await visitor.presses('Оплатить')
  await expect(visitor.page).toHaveTitle(/^Ошибка: /)
  await expect(visitor.main.getByRole('textbox', { name: partOf(register.room) })).toHaveValue('сто')
  await expect(visitor.main.getByRole('textbox', { name: partOf(register.ninasFlat) })).toHaveValue('7')

  await visitor.main.getByRole('textbox', { name: /^Сколько заплатить всего/ }).fill('0')
  await visitor.presses('Рассчитать')
  await visitor.isRefused({ summary: ['Введите сумму больше нуля'] })
  // The summary has the focus: now the form that was left no longer changes the title.
  await expect(visitor.page).toHaveTitle(/^Ошибка: /)
})

test('the total follows what is typed', { tag: '@scripts-on' }, async ({ visitor }) => {
  await choosesBoth(visitor)
  await visitor.presses('Рассчитать')
  await visitor.main.getByRole('textbox', { name: partOf(register.room) }).fill('1,50')
  await visitor.main.getByRole('textbox', { name: partOf(register.ninasFlat) }).fill('2')
  await expect(visitor.main).toContainText(/Всего\s*3,50/)
})

test('the total is of what was typed before the scripts came', { tag: '@scripts-late' }, async ({
  visitor,
}) => {
  await choosesBoth(visitor)
  await visitor.presses('Рассчитать')
  await expect(visitor.main.getByRole('textbox', { name: partOf(register.room) })).toBeVisible()
  await visitor.reloads()
  for (const account of [register.ninasFlat, register.room])
    await visitor.main.getByRole('textbox', { name: partOf(account) }).fill('10')
  await expect(visitor.main).not.toContainText(/Всего\s*20,00/)
  await visitor.scriptsArrive()
  await expect(visitor.main).toContainText(/Всего\s*20,00/)
})

test('the parts and the total follow the debts when the page is loaded again', {
  tag: '@scripts-on',
}, async ({ visitor, anotherVisitor }) => {
  const person = newcomer()
  await choosesBoth(visitor, person)
  await visitor.presses('Рассчитать')
  const sumsOf = ({ main }: Visitor) => ({
    part: main.getByRole('textbox', { name: partOf(register.room) }),
    total: main.locator('p').filter({ hasText: /^Всего/ }),
  })
  const before = await sumsOf(visitor).part.inputValue()

  const otherVisitor = await anotherVisitor()
  await otherVisitor.isSignedIn(person)
  await otherVisitor.opens(`/personal/pay?account=${register.room.account}`)
  await otherVisitor.types({ 'Сумма, ₽': '10' })
  await otherVisitor.presses('Оплатить')
  await paysAtBank(otherVisitor, '10,00 ₽', cards.good)
  await seesResult(otherVisitor, 'Оплачено 10,00 ₽')
  await otherVisitor.opens(visitor.page.url())
  const now = await sumsOf(otherVisitor).part.inputValue()
  expect(now).not.toBe(before)

  await visitor.presses('Рассчитать')
  await expect(sumsOf(visitor).part).toHaveValue(now)
  await expect(sumsOf(visitor).total).toHaveText((await sumsOf(otherVisitor).total.textContent()) ?? '')
})

test('a refused choice takes the focus once, not again when the visitor goes on @scripts-on', async ({
  visitor,
}) => {
  const { page } = visitor
  await visitor.isNewCustomer(newcomer())
  await visitor.hasAccount(register.room)
  await visitor.opens('/personal/pay-several?accounts=all&amount=0')
  await visitor.isRefused({})
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/personal/profile.data*', async (route) => {
    await released
    await route.continue()
  })
  const link = visitor.leftMenu.getByRole('link', { name: 'Профиль' })
  await link.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-navigating')
  await expect(link).toBeFocused()
  release()
  await visitor.sees('Профиль')
})

test('the question before a second payment leads to the one that was begun', { tag: inTurn() }, async ({
  visitor,
}) => {
  await choosesBoth(visitor)
  await visitor.presses('Рассчитать')
  const sum = visitor.main.getByRole('textbox', { name: partOf(register.room) })
  await expect(sum).toBeVisible()
  const chosen = visitor.page.url()
  const pays = async () => {
    await sum.fill('150000')
    await visitor.main.getByRole('textbox', { name: partOf(register.ninasFlat) }).fill('7')
    await visitor.presses('Оплатить')
  }
  await pays()
  await seesBank(visitor, '150 007,00 ₽')
  const bank = visitor.page.url()

  await visitor.opens(chosen)
  await visitor.sees(TITLE)
  await pays()
  await visitor.isRefused({})
  await visitor.link('Продолжить оплату').click()
  await seesBank(visitor, '150 007,00 ₽')
  expect(visitor.page.url()).toBe(bank)
  // Not paid: other journeys need the debt.
  await visitor.presses('Отказаться от оплаты')
  await seesResult(visitor, 'Платёж не прошёл')
})

test('what was paid meanwhile is asked about once, and the next press pays', { tag: inTurn() }, async ({
  visitor,
  anotherVisitor,
}) => {
  const person = newcomer()
  await choosesBoth(visitor, person)
  await visitor.presses('Рассчитать')
  const typed = [
    [register.room, '150000'],
    [register.ninasFlat, '7'],
  ] as const
  for (const [account, sum] of typed)
    await visitor.main.getByRole('textbox', { name: partOf(account) }).fill(sum)

  const otherVisitor = await anotherVisitor()
  await otherVisitor.isSignedIn(person)
  await otherVisitor.opens(`/personal/pay?account=${register.room.account}`)
  await otherVisitor.types({ 'Сумма, ₽': '10' })
  await otherVisitor.presses('Оплатить')
  await paysAtBank(otherVisitor, '10,00 ₽', cards.good)
  await seesResult(otherVisitor, 'Оплачено 10,00 ₽')

  await visitor.presses('Оплатить')
  await visitor.isRefused({})
  await expect(visitor.errorSummary).toContainText(
    new RegExp(`Лицевой\\sсчёт\\s${register.room.account}\\.\\sВы\\sуже\\sзаплатили\\s10,00\\s₽`),
  )
  for (const [account, sum] of typed)
    await expect(visitor.main.getByRole('textbox', { name: partOf(account) })).toHaveValue(sum)
  await visitor.presses('Всё равно заплатить 150 007,00 ₽')
  // Not paid: other journeys need the debt.
  await seesBank(visitor, '150 007,00 ₽')
  await visitor.presses('Отказаться от оплаты')
  await seesResult(visitor, 'Платёж не прошёл')
})

test.describe('thirty accounts on a phone', () => {
  const SCREEN = { width: 390, height: 844 }
  const MOST_SCREENS = 4
  test.use({ viewport: SCREEN })

  /** Without the notice of the test bank, which a company's customers never see. */
  const heightOf = ({ page }: Visitor) =>
    page.evaluate(() => {
      const notice = [...document.querySelectorAll('p')].find((one) =>
        one.textContent?.startsWith('Тестовый режим'),
      )
      if (!notice) throw new Error('The notice of the test bank is missing')
      return document.documentElement.scrollHeight - notice.offsetHeight
    })

  test('are chosen and paid on pages of four screens', {}, async ({ visitor, portal }) => {
    const person = newcomer()
    await visitor.isNewCustomer(person)
    await ownsFlats(portal, person.email, 30)
    await visitor.opens('/personal/pay-several')
    await expect(visitor.main.getByRole('checkbox')).toHaveCount(30)
    expect(await heightOf(visitor)).toBeLessThanOrEqual(MOST_SCREENS * SCREEN.height)

    await visitor.opens('/personal/pay-several?accounts=all')
    await expect(visitor.main).toContainText(/Все\sадреса\sначинаются\sс\s«г\.\sТихобережск»/)
    const sums = visitor.main.getByRole('textbox', { name: /лицевой\sсчёт\s/ })
    await expect(sums).toHaveCount(30)
    expect(await heightOf(visitor)).toBeLessThanOrEqual(MOST_SCREENS * SCREEN.height)

    await folded(visitor).locator('summary').click()
    await expect(inChoice(visitor, { account: '5000000030' })).toBeVisible()
    await expect(sums.first()).toBeHidden()
    await expect(payButton(visitor)).toBeVisible()
    expect(await heightOf(visitor)).toBeLessThanOrEqual(MOST_SCREENS * SCREEN.height)
  })

  test('an amount to correct is in sight while other accounts are chosen', { tag: inTurn() }, async ({
    visitor,
    portal,
  }) => {
    const person = newcomer()
    await visitor.isNewCustomer(person)
    await ownsFlats(portal, person.email, 31)
    await visitor.opens('/personal/pay-several?accounts=all')
    const sum = visitor.main.getByRole('textbox', { name: /лицевой\sсчёт\s5000000031/ })
    await sum.fill('сто')
    await visitor.presses('Оплатить')
    await visitor.isRefused({})
    await folded(visitor).locator('summary').click()
    await expect(sum).toBeVisible()
  })
})

const sumAtTop = (visitor: Visitor) => visitor.main.locator('p').filter({ hasText: /^Всего/ })
const payButton = (visitor: Visitor) => visitor.button('Оплатить')
const folded = (visitor: Visitor) => visitor.main.locator('details').filter({ hasText: 'Выбрать другие' })

/** Opens the preview of both accounts, and unfolds the choice. */
async function opensFoldedChoice(visitor: Visitor): Promise<void> {
  await choosesBoth(visitor)
  await visitor.presses('Рассчитать')
  await expect(payButton(visitor)).toBeVisible()
  // Opened again, so that late scripts are late here.
  await visitor.reloads()
  await folded(visitor).locator('summary').click()
}

const inChoice = (visitor: Visitor, { account }: { account: string }) =>
  folded(visitor).getByRole('checkbox', { name: new RegExp(account) })

const rublesOf = (text: string | null) => (text ?? '').replace(/[^\d,]/g, '')

test('what is unticked in the folded choice is never paid, and the sum that is paid is shown first', async ({
  visitor,
}) => {
  await opensFoldedChoice(visitor)
  const { page } = visitor
  const room = visitor.main.getByRole('textbox', { name: partOf(register.room) })
  const flat = visitor.main.getByRole('textbox', { name: partOf(register.ninasFlat) })
  const owedByFlat = await flat.inputValue()

  await inChoice(visitor, register.room).uncheck()
  await visitor.scriptsArrive()
  if (visitor.scripts) {
    await expect(room).toHaveCount(0)
    await expect(inChoice(visitor, register.room)).not.toBeChecked()
    await expect(folded(visitor)).toHaveAttribute('open')
  } else {
    // No visible field is left in which Enter would pay.
    await expect(payButton(visitor)).toBeHidden()
    await expect(flat).toBeHidden()
    await expect(visitor.main.getByText('Выбор изменился')).toBeVisible()
    await visitor.presses('Рассчитать')
    await expect(room).toHaveCount(0)
  }
  // Right after hydration the fields are hidden for a moment, beside the sum from the server.
  await expect.poll(async () => rublesOf(await sumAtTop(visitor).textContent())).toBe(owedByFlat)

  if (!visitor.scripts) await folded(visitor).locator('summary').click()
  await inChoice(visitor, register.room).check()
  if (!visitor.scripts) {
    await expect(payButton(visitor)).toBeHidden()
    await visitor.presses('Рассчитать')
  }
  await expect(room).toBeVisible()
  await room.fill('10')
  await flat.fill('20')
  if (visitor.scripts) await expect(sumAtTop(visitor)).toHaveText(/^Всего\s*30,00/)
  await visitor.presses('Оплатить')
  await seesBank(visitor, '30,00 ₽')
  // Not paid: other journeys need the debt.
  await visitor.presses('Отказаться от оплаты')
  await seesResult(visitor, 'Платёж не прошёл')
  expect(page.url()).toContain('basket=')
})

test('a choice that can’t be counted leaves the page and what was typed, and nothing is paid', {
  tag: '@scripts-on',
}, async ({ visitor, faults }) => {
  faults.expect(/net::ERR_CONNECTION_RESET/)
  await opensFoldedChoice(visitor)
  const flat = visitor.main.getByRole('textbox', { name: partOf(register.ninasFlat) })
  await flat.fill('20')
  let lost = 0
  await visitor.page.route('**/personal/pay-several.data*', async (route) => {
    lost += 1
    await route.abort('connectionreset')
  })
  await inChoice(visitor, register.room).uncheck()
  await expect.poll(() => lost).toBe(1)
  await visitor.sees(TITLE)
  await expect(flat).toHaveValue('20')
  await expect(inChoice(visitor, register.room)).not.toBeChecked()
  await expect(payButton(visitor)).toBeHidden()
  await expect(visitor.main.getByText('Выбор изменился')).toBeVisible()
})

test('a sum for all accounts is divided at once with scripts, and without them before anything is paid', async ({
  visitor,
}) => {
  await choosesBoth(visitor)
  await visitor.presses('Рассчитать')
  await expect(payButton(visitor)).toBeVisible()
  await visitor.reloads()
  const wanted = visitor.main.getByRole('textbox', { name: /^Сколько заплатить всего/ })
  for (const [sum, total] of [
    ['100', /^Всего\s*100,00/],
    ['70,5', /^Всего\s*70,50/],
    ['100', /^Всего\s*100,00/],
  ] as const) {
    await wanted.fill(sum)
    await visitor.scriptsArrive()
    if (!visitor.scripts) {
      await expect(payButton(visitor)).toBeHidden()
      await visitor.presses('Рассчитать')
    } else await expect(wanted).toBeFocused()
    await expect(sumAtTop(visitor)).toHaveText(total)
    await expect(payButton(visitor)).toBeVisible()
    await expect(wanted).toHaveValue(sum)
  }
  await wanted.fill('')
  if (!visitor.scripts) await expect(payButton(visitor)).toBeHidden()
  else await expect(sumAtTop(visitor)).not.toHaveText(/^Всего\s*100,00/)
  await wanted.fill('сто')
  await expect(payButton(visitor)).toBeHidden()
  await expect(visitor.main.getByText('Выбор изменился')).toBeVisible()
})

test('the answer to the question never pays another sum than it names', { tag: inTurn() }, async ({
  visitor,
}) => {
  await choosesBoth(visitor)
  await visitor.presses('Рассчитать')
  await expect(payButton(visitor)).toBeVisible()
  const chosen = visitor.page.url()
  const room = visitor.main.getByRole('textbox', { name: partOf(register.room) })
  const flat = visitor.main.getByRole('textbox', { name: partOf(register.ninasFlat) })
  const types = async () => {
    await room.fill('150000')
    await flat.fill('7')
  }
  await types()
  await visitor.presses('Оплатить')
  await seesBank(visitor, '150 007,00 ₽')
  await visitor.opens(chosen)
  await types()
  await visitor.presses('Оплатить')
  await visitor.isRefused({})
  const allTheSame = (sum: string) => `Всё равно заплатить ${sum}`
  await expect(visitor.button(allTheSame('150 007,00 ₽'))).toBeVisible()

  await visitor.main
    .getByRole('checkbox', { name: new RegExp(register.ninasFlat.account) })
    .last()
    .uncheck()
  // Enter does not answer the question.
  await room.fill('150001')
  await room.press('Enter')
  await visitor.isRefused({})
  await expect(visitor.button(allTheSame('150 001,00 ₽'))).toBeVisible()

  await room.fill('150002')
  if (visitor.scripts) await expect(visitor.button(allTheSame('150 002,00 ₽'))).toBeVisible()
  else {
    await visitor.presses(allTheSame('150 001,00 ₽'))
    await visitor.isRefused({})
  }
  await visitor.presses(allTheSame('150 002,00 ₽'))
  await seesBank(visitor, '150 002,00 ₽')
  // Not paid: other journeys need the debt.
  await visitor.presses('Отказаться от оплаты')
  await seesResult(visitor, 'Платёж не прошёл')
})
