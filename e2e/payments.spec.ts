import { readFileSync } from 'node:fs'
import type { Download } from '@playwright/test'
import { formatRubles } from 'format/money'
import { readPaymentQr } from 'format/payment-qr'
import { cards, paysAtBank, seesBank, seesResult, sumAtBank } from './actions/bank'
import type { Visitor } from './actions/visitor'
import { axeFindsNothing } from './checks/accessibility'
import { newcomer, register } from './data/people'
import { refunds } from './support/api-command'
import { readPdf } from './support/read-pdf'
import { scriptModeTags } from './support/script-mode-tags'
import { expect, test } from './test'

const inTurn = scriptModeTags()

const GUEST_TITLE = 'Оплата лицевого счёта'

/** Goes from /pay to the bank's page. */
async function asksToPay(visitor: Visitor, account: string, sum: string, email = 'guest@example.com') {
  await visitor.opens('/pay')
  await visitor.types({ 'Номер лицевого счёта': account })
  await visitor.presses('Продолжить')
  await visitor.sees(GUEST_TITLE)
  await visitor.types({ 'Сумма, ₽': sum, 'Почта для чека': email })
  await visitor.presses('Оплатить')
}

/** Creates a new customer and opens the payment page of their account. */
async function customerAtPayment(visitor: Visitor, account = register.garage) {
  const person = newcomer()
  await visitor.isNewCustomer(person)
  await visitor.hasAccount(account)
  await visitor.opens('/personal/pay')
  await visitor.sees('Оплата')
  return person
}

async function downloads(visitor: Visitor, link: string): Promise<Download> {
  const downloading = visitor.page.waitForEvent('download')
  await visitor.follows(link)
  return downloading
}

test('a guest pays by the account number and gets a receipt', { tag: inTurn() }, async ({ visitor }) => {
  await asksToPay(visitor, register.dacha.account, '100,50')
  await paysAtBank(visitor, '100,50 ₽', cards.good)
  await seesResult(visitor, 'Оплачено 100,50 ₽')
  await expect(visitor.main).toContainText('Платёж прошёл, спасибо.')
  await expect(visitor.main).toContainText('••')
  expect(new URL(visitor.page.url()).pathname).toBe('/pay/success')
})

test('a guest passes 3-D Secure at the bank', { tag: inTurn() }, async ({ visitor }) => {
  await asksToPay(visitor, register.dacha.account, '1')
  await paysAtBank(visitor, '1,00 ₽', cards.asksWhoPays)
  await visitor.presses('Да, это я')
  await seesResult(visitor, 'Оплачено 1,00 ₽')
})

test('a guest whose card has insufficient funds is told that nothing was charged, and pays with another', {
  tag: inTurn(),
}, async ({ visitor }) => {
  await asksToPay(visitor, register.room.account, '12,30')
  await paysAtBank(visitor, '12,30 ₽', cards.empty)
  await seesResult(visitor, 'Платёж не прошёл')
  await expect(visitor.main).toContainText('Деньги не списаны.')
  await expect(visitor.main).toContainText('На карте не хватило денег')
  await visitor.follows('Оплатить ещё раз')
  await visitor.sees('Оплата по номеру лицевого счёта')
  await visitor.types({ 'Номер лицевого счёта': register.room.account })
  await visitor.presses('Продолжить')
  await visitor.hasTyped({ 'Сумма, ₽': '12,30' })
  await visitor.types({ 'Почта для чека': 'guest@example.com' })
  await visitor.presses('Оплатить')
  await paysAtBank(visitor, '12,30 ₽', cards.mir)
  await seesResult(visitor, 'Оплачено 12,30 ₽')
})

// The headless shell restores no page from the back/forward cache: a bank that answers 204, and the event, simulate it.
test('a guest’s form can be sent again after the event of a page restored by Back @scripts-on', async ({
  visitor,
}) => {
  const { page } = visitor
  const bank = '**/sandbox-bank/pay/*'
  await page.route(bank, (route) => route.fulfill({ status: 204 }), { times: 1 })
  const left = page.waitForRequest(bank)
  await asksToPay(visitor, register.dacha.account, '6')
  await left
  const pending = visitor.button('Начинаем оплату…')
  await expect(pending).toHaveAttribute('aria-disabled', 'true')
  await visitor.types({ 'Сумма, ₽': '7' })
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(pending).toHaveCount(0)
  await visitor.hasTyped({ 'Сумма, ₽': '7', 'Почта для чека': 'guest@example.com' })
  await visitor.presses('Оплатить')
  await seesBank(visitor, '7,00 ₽')
})

test('a guest whose network has typed many unknown numbers sees no address or debt, and pays the sum of the bill', {
  tag: inTurn(),
}, async ({ visitor, anotherVisitor }) => {
  await visitor.opens(`/pay?account=${register.dacha.account}`)
  await expect(visitor.main).toContainText('СНТ')
  const debt = await visitor.field('Сумма, ₽').inputValue()

  const stranger = await anotherVisitor({ 'x-forwarded-for': '203.0.113.77' })
  const { request } = stranger.context
  for (let number = 0; number <= 60; number++)
    await request.get(new URL(`/pay?account=${9_990_000_000 + number}`, visitor.page.url()).href)
  await asksToPay(stranger, register.dacha.account, '3')
  await stranger.isRefused({
    fields: {
      'Сумма, ₽':
        'Сверьте номер лицевого счёта и сумму с квитанцией: сейчас здесь можно заплатить только всю сумму из неё, до копейки.',
    },
  })
  await expect(stranger.main).toContainText('Адрес и долг сейчас не показываем')
  await expect(stranger.main).not.toContainText(/СНТ|К\sоплате/)
  if (stranger.scripts) await axeFindsNothing(stranger, 320)
  await stranger.types({ 'Сумма, ₽': debt })
  await stranger.presses('Оплатить')
  await seesBank(stranger, `${debt.replaceAll('\u00a0', ' ')} ₽`)
})

test('a guest who cancels at the bank has paid nothing', { tag: inTurn() }, async ({ visitor }) => {
  await asksToPay(visitor, register.dacha.account, '5')
  await seesBank(visitor, '5,00 ₽')
  await visitor.presses('Отказаться от оплаты')
  await seesResult(visitor, 'Платёж не прошёл')
  await expect(visitor.main).toContainText('Деньги не списаны.')
})

test('a customer pays with a new card, saves it, and pays with it again', { tag: inTurn() }, async ({
  visitor,
}) => {
  await customerAtPayment(visitor)
  await visitor.types({ 'Сумма, ₽': '200' })
  await visitor.main.getByRole('checkbox', { name: /Сохранить карту/ }).check()
  await visitor.presses('Оплатить')
  await paysAtBank(visitor, '200,00 ₽', cards.good)
  await seesResult(visitor, 'Оплачено 200,00 ₽')

  await visitor.opens('/personal/pay')
  await visitor.types({ 'Сумма, ₽': '30' })
  await visitor.main.getByRole('radio', { name: /4444/ }).check()
  await visitor.presses('Оплатить')
  await seesResult(visitor, 'Оплачено 30,00 ₽')
  expect(new URL(visitor.page.url()).pathname).toBe('/personal/pay-success')

  await visitor.follows('История платежей')
  await visitor.sees('История платежей')
  for (const sum of ['200,00 ₽', '30,00 ₽']) await expect(visitor.main).toContainText(sum)

  await visitor.opens('/personal/autopayments')
  await visitor.presses(/^Отвязать/)
  await visitor.isTold(/^Карта отвязана/)
  await visitor.opens('/personal/pay')
  await visitor.sees('Оплата')
  await expect(visitor.main.getByRole('radio', { name: /4444/ })).toHaveCount(0)
})

/** The debt and the amount on the payment page, before and after a payment is left unpaid at the bank. */
const debtShown = async (visitor: Visitor) => [
  await visitor.main
    .getByText(/^(К\sоплате|Долга нет|Переплата)/)
    .first()
    .textContent(),
  await visitor.field('Сумма, ₽').inputValue(),
]

test('a payment left at the bank does not reduce the debt and can be continued', { tag: inTurn() }, async ({
  visitor,
}) => {
  await customerAtPayment(visitor)
  const before = await debtShown(visitor)
  await visitor.types({ 'Сумма, ₽': '41' })
  await visitor.presses('Оплатить')
  await seesBank(visitor, '41,00 ₽')
  await visitor.opens('/personal/pay')
  expect(await debtShown(visitor)).toEqual(before)
  await expect(
    visitor.main.getByText(
      /^Вы\sначали\sоплату\s41,00\s₽\sв\s\d{1,2}:\d{2},\sбанк\sеё\sещё\sне\sподтвердил\.$/,
    ),
  ).toBeVisible()
  await visitor.follows('Продолжить оплату')
  await paysAtBank(visitor, '41,00 ₽', cards.good)
  await seesResult(visitor, 'Оплачено 41,00 ₽')
  await visitor.opens('/personal/pay')
  await expect(visitor.link('Продолжить оплату')).toHaveCount(0)
})

test('a payment left at the bank can be replaced and then no longer be paid', { tag: inTurn() }, async ({
  visitor,
}) => {
  await customerAtPayment(visitor, register.room)
  await visitor.types({ 'Сумма, ₽': '43' })
  await visitor.presses('Оплатить')
  await seesBank(visitor, '43,00 ₽')
  const first = visitor.page.url()
  await visitor.opens('/personal/pay')
  await visitor.presses('Заплатить заново')
  const sum = await sumAtBank(visitor)
  const again = visitor.page.url()
  expect(again).not.toBe(first)
  await visitor.opens(first)
  await expect(visitor.h1).toHaveText('Этот платёж отменён')
  // Not paid: other journeys need the debt.
  await visitor.opens(again)
  await seesBank(visitor, sum)
  await visitor.presses('Отказаться от оплаты')
  await seesResult(visitor, 'Платёж не прошёл')
})

test('a second payment of the same debt asks for confirmation, from another tab too', {
  tag: inTurn(),
}, async ({ visitor }) => {
  await customerAtPayment(visitor)
  const tab = await visitor.context.newPage()
  await tab.goto(visitor.page.url())
  await tab.getByLabel('Сумма, ₽', { exact: true }).fill('44')
  await tab.getByRole('main').getByRole('button', { name: 'Оплатить', exact: true }).click()
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Оплата 44,00 ₽')

  await visitor.types({ 'Сумма, ₽': '150000' })
  await visitor.presses('Оплатить')
  await visitor.isRefused({
    summary: [
      /^Вы\sуже\sплатите\s44,00\s₽:\sначали\sв\s\d{1,2}:\d{2}\sна\sстранице\sбанка\.$/,
      /^Вместе с\sновым платежом/,
    ],
  })
  await visitor.hasTyped({ 'Сумма, ₽': '150000' })
  await visitor.presses('Всё равно заплатить 150 000,00 ₽')
  await seesBank(visitor, '150 000,00 ₽')
})

/** Opens the payment page of a new customer; returns a function that pays ten rubles of the debt in another browser. */
async function customerOfTwoBrowsers(visitor: Visitor, anotherVisitor: () => Promise<Visitor>) {
  const person = await customerAtPayment(visitor, register.room)
  return async () => {
    const otherVisitor = await anotherVisitor()
    await otherVisitor.isSignedIn(person)
    await otherVisitor.opens('/personal/pay')
    await otherVisitor.types({ 'Сумма, ₽': '10' })
    await otherVisitor.presses('Оплатить')
    await paysAtBank(otherVisitor, '10,00 ₽', cards.good)
    await seesResult(otherVisitor, 'Оплачено 10,00 ₽')
    return otherVisitor
  }
}

const payLink = ({ leftMenu }: Visitor) => leftMenu.getByRole('link', { name: 'Оплатить', exact: true })

test('a page that is opened again asks for what is owed by then', { tag: '@scripts-on' }, async ({
  visitor,
  anotherVisitor,
}) => {
  const paysInOtherBrowser = await customerOfTwoBrowsers(visitor, anotherVisitor)
  await visitor.opens('/personal')
  await visitor
    .card(register.room.account)
    .getByRole('link', { name: /^Оплатить/ })
    .click()
  await visitor.sees('Оплата')
  const before = await visitor.field('Сумма, ₽').inputValue()
  const otherVisitor = await paysInOtherBrowser()
  await otherVisitor.opens('/personal/pay')
  const now = await otherVisitor.field('Сумма, ₽').inputValue()
  expect(now).not.toBe(before)

  await payLink(visitor).click()
  await visitor.hasTyped({ 'Сумма, ₽': now })
  await visitor.types({ 'Сумма, ₽': 'сто' })
  await visitor.presses('Оплатить')
  await visitor.isRefused({})
  await visitor.hasTyped({ 'Сумма, ₽': 'сто' })
})

test('what was typed before a payment elsewhere is asked about again after the page was opened again', {
  tag: '@scripts-on',
}, async ({ visitor, anotherVisitor }) => {
  const paysInOtherBrowser = await customerOfTwoBrowsers(visitor, anotherVisitor)
  await visitor.types({ 'Сумма, ₽': '150000' })
  await paysInOtherBrowser()
  await visitor.presses('Оплатить')
  await visitor.isRefused({})
  await expect(visitor.errorSummary).toContainText(/Вы\sуже\sзаплатили\s10,00\s₽/)

  await payLink(visitor).click()
  await expect(visitor.errorSummary).toHaveCount(0)
  await visitor.hasTyped({ 'Сумма, ₽': '150000' })
  await visitor.presses('Оплатить')
  await visitor.isRefused({})
  await expect(visitor.errorSummary).toContainText(/Вы\sуже\sзаплатили\s10,00\s₽/)
})

test('Back from the bank leads to the page that continues the same payment', { tag: inTurn() }, async ({
  visitor,
}) => {
  await customerAtPayment(visitor)
  await visitor.types({ 'Сумма, ₽': '45' })
  await visitor.presses('Оплатить')
  await seesBank(visitor, '45,00 ₽')
  const bank = visitor.page.url()
  await visitor.goesBack()
  await visitor.sees('Оплата')
  await visitor.follows('Продолжить оплату')
  await seesBank(visitor, '45,00 ₽')
  expect(visitor.page.url()).toBe(bank)
})

test('Back after paying does not pay twice', { tag: inTurn() }, async ({ visitor }) => {
  await customerAtPayment(visitor)
  await visitor.types({ 'Сумма, ₽': '77' })
  await visitor.presses('Оплатить')
  await paysAtBank(visitor, '77,00 ₽', cards.good)
  await seesResult(visitor, 'Оплачено 77,00 ₽')

  await visitor.goesBack()
  await expect(visitor.h1).toHaveText('Этот платёж уже прошёл')
  await visitor.follows('Вернуться на сайт')
  await seesResult(visitor, 'Оплачено 77,00 ₽')
  await visitor.opens('/personal/history')
  await expect(visitor.main.getByText('77,00 ₽', { exact: true }).first()).toBeVisible()
  await expect(visitor.main.getByRole('row').filter({ hasText: '77,00 ₽' })).toHaveCount(1)
})

test('a refund is shown on the result page, in the history and on the receipt', {
  tag: inTurn(),
}, async ({ visitor, portal }) => {
  await customerAtPayment(visitor)
  await visitor.types({ 'Сумма, ₽': '1500' })
  await visitor.presses('Оплатить')
  await seesBank(visitor, '1 500,00 ₽')
  const atBank = new URL(visitor.page.url()).pathname.split('/').at(-1)
  await paysAtBank(visitor, '1 500,00 ₽', cards.good)
  await seesResult(visitor, 'Оплачено 1 500,00 ₽')
  const result = visitor.page.url()
  const payment = new URL(result).searchParams.get('payment') ?? ''
  const row = visitor.main.getByRole('row').filter({ hasText: '1 500,00 ₽' })
  const fact = (term: string) =>
    visitor.main.getByRole('term').filter({ hasText: term }).locator('xpath=following-sibling::dd')

  for (const [sum, inAll, words] of [
    ['500', '500,00 ₽', 'Возвращено 500,00 ₽'],
    ['250,50', '750,50 ₽', 'Возвращено 750,50 ₽'],
    [undefined, '1 500,00 ₽', 'Возвращено полностью'],
  ] as const) {
    await refunds(portal, payment, sum)
    await visitor.opens(result)
    await visitor.sees('Оплачено 1 500,00 ₽')
    await expect(visitor.main).toContainText(`${words}: деньги приходят туда, откуда вы платили.`)
    await expect(fact('Возвращено')).toHaveText(inAll)
    await visitor.opens('/personal/history')
    await expect(row).toContainText('Оплачен')
    await expect(row).toContainText(words)
  }

  // The receipt is made some seconds after the payment.
  await expect(async () => {
    await visitor.opens(result)
    await expect(visitor.link('Открыть чек')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await visitor.follows('Открыть чек')
  await expect(visitor.h1).toHaveText('Учебный кассовый чек')
  expect(new URL(visitor.page.url()).pathname).toBe(`/sandbox-bank/receipt/${atBank}`)
  await expect(visitor.main.getByText(/^Возвращено/)).toHaveText([
    /^Возвращено\s500,00\s₽/,
    /^Возвращено\s250,50\s₽/,
    /^Возвращено\s749,50\s₽/,
  ])
})

test('an invoice is downloaded as a PDF with a valid payment QR code', {
  tag: inTurn(),
}, async ({ visitor, signedInAsAnna, browser }) => {
  await signedInAsAnna()
  await visitor.opens('/personal')
  const owing = visitor.main.getByRole('listitem').filter({ hasText: 'К оплате' }).first()
  const account = /\d{10}/.exec((await owing.textContent()) ?? '')?.[0] ?? ''
  await visitor.opens(`/personal/invoice?account=${account}`)
  const file = await downloads(visitor, 'Скачать PDF')
  expect(file.suggestedFilename()).toMatch(/\.pdf$/)
  const { text, code } = await readPdf(browser, await file.path())
  expect(text).toContain(account)
  const read = readPaymentQr(code ?? '')
  if (!read.ok) throw new Error(`no bank could read ${code}`)
  expect(read.bill.account).toBe(account)
  expect(read.bill.amount).toBeGreaterThan(0)
  const sum = formatRubles(read.bill.amount ?? 0).replaceAll('\u00a0', ' ')
  await expect(visitor.main).toContainText(`К оплате${sum}`)
  expect(text.replaceAll('\u00a0', ' ')).toContain(sum)
})

test('a customer goes from the history to the statement of a year, and takes the paper that nothing is owed', {
  tag: inTurn(),
}, async ({ visitor, signedInAsAnna, browser }) => {
  await signedInAsAnna()
  await visitor.opens('/personal')
  const settled = visitor.main.getByRole('listitem').filter({ hasText: 'Долга нет' }).first()
  const account = /\d{10}/.exec((await settled.textContent()) ?? '')?.[0] ?? ''
  await visitor.opens(`/personal/history?account=${account}`)
  await visitor.follows('Справка за год')
  await expect(visitor.page).toHaveURL(new RegExp(`/personal/invoice\\?account=${account}#papers$`))
  await expect(visitor.main.getByRole('heading', { name: 'Справки в PDF' })).toBeInViewport()
  const papers = visitor.main.getByRole('navigation', { name: 'Справки в PDF' })
  const year = (await papers.getByRole('link').nth(1).textContent()) ?? ''
  const statement = await downloads(visitor, year)
  expect(statement.suggestedFilename()).toMatch(new RegExp(`^Справка за \\d{4} год, ${account}\\.pdf$`))
  const { text } = await readPdf(browser, await statement.path())
  expect(text).toMatch(/Справка о\sначислениях и\sоплате за\s\d{4}\sгод/)
  expect(text).toContain(account)
  const noDebt = await downloads(visitor, 'Об отсутствии задолженности')
  expect((await readPdf(browser, await noDebt.path())).text).toMatch(/долга по\sлицевому счёту \d{10} нет/)
})

test('the history is downloaded as a CSV file', { tag: inTurn() }, async ({ visitor }) => {
  await customerAtPayment(visitor)
  await visitor.types({ 'Сумма, ₽': '10,50' })
  await visitor.presses('Оплатить')
  await paysAtBank(visitor, '10,50 ₽', cards.good)
  await seesResult(visitor, 'Оплачено 10,50 ₽')
  await visitor.opens('/personal/history')
  const file = await downloads(visitor, 'Скачать CSV')
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
  const rows = readFileSync(await file.path(), 'utf8')
  expect(rows).toMatch(/^\ufeff/)
  expect(rows).toMatch(new RegExp(`${register.garage.account}.*10,50.*Оплачен`))
})
