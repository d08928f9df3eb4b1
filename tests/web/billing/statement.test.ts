import { addMonths, formatDayWithYear, today } from 'format/dates'
import { formatAmount } from 'format/money'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { anInvoice } from '~/features/invoices/test-invoice'
import { readPdf } from '../../support/read-pdf'
import { dachaAccount, homeAccount } from '../support/default-answers'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { plain } from '../support/page'
import { portalOfThisFile } from '../support/portal'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const { account } = homeAccount
const FILE = '/personal/statement.pdf'
const day = today('Europe/Moscow', new Date())
const thisYear = Number(day.slice(0, 4))
const lastYear = thisYear - 1

type Wire = ReturnType<typeof anInvoice>

const FIRST_OPENING = 10_000
/** All months of the last year and six of this one; `paid` until the next invoice. */
const months = Array.from({ length: 18 }, (_, at) => ({
  period: addMonths(`${lastYear}-01`, at),
  charged: 300_000 + at * 1_111,
  recalculation: at === 3 ? -12_345 : 0,
  penalty: at === 5 ? 777 : 0,
  paid: at === 0 ? 250_000 : 305_000 + at,
}))

const invoicesOf = (billed: typeof months): Wire[] => {
  let balance = FIRST_OPENING
  return billed.map(({ period, charged, recalculation, penalty, paid }) => {
    const openingBalance = balance
    const total = charged + recalculation
    balance += total + penalty - paid
    return anInvoice({
      account,
      period,
      openingBalance,
      lines: [{ service: 'Отопление', charged, recalculation, total }],
      penalty,
      paid,
      total: balance,
    })
  })
}
const invoices = invoicesOf(months)
const newest = invoices.at(-1)

const invoiceBody = z.object({ period: z.string().optional() })

/** The product API has these invoices, oldest first. */
const answerWith = (billed: readonly Wire[]) => {
  const newestFirst = billed.toReversed()
  const periods = newestFirst.map(({ period }) => period)
  upstream.on('invoice', ({ body }) => {
    const { period = periods[0] } = invoiceBody.parse(body)
    return { body: { data: newestFirst.find((one) => one.period === period) ?? null, periods } }
  })
}

const owing = (balance: number) =>
  upstream.on('accounts', { body: { data: [{ ...homeAccount, balance }, dachaAccount] } })

const open = async (query: string) => (await portal.customer()).get(FILE + query)
const read = async (query: string) => {
  const page = await open(query)
  expect(page.headers['content-type'], page.main).toBe('application/pdf')
  return { page, ...(await readPdf(page.body)) }
}
const ofYear = (year: number) => `?account=${account}&year=${year}`

/** As a text of a PDF has it: with plain spaces. */
const shown = (kopecks: number) => plain(formatAmount(kopecks))

describe('the statement of a year', () => {
  test('adds up to the kopeck: what was owed, charged, recalculated and paid, and what is owed then', async () => {
    answerWith(invoices)
    const { text } = await read(ofYear(lastYear))
    const sum = (name: 'charged' | 'recalculation' | 'penalty' | 'paid') =>
      months.slice(0, 12).reduce((total, month) => total + month[name], 0)
    const sums = [sum('charged'), sum('recalculation'), sum('penalty'), sum('paid')] as const
    const [charged, recalculation, penalty, paid] = sums
    const closing = FIRST_OPENING + charged + recalculation + penalty - paid
    for (const words of [
      `Справка о начислениях и оплате за ${lastYear} год`,
      `Долг на начало, по квитанции за январь ${lastYear} ${shown(FIRST_OPENING)} ₽`,
      `Начислено ${shown(charged)} ₽ Перерасчёт ${shown(recalculation)} ₽ Пени ${shown(penalty)} ₽`,
      `Оплачено ${shown(paid)} ₽`,
      `Долг на конец, по квитанции за январь ${thisYear} ${shown(closing)} ₽`,
      `За год ${[FIRST_OPENING, ...sums, closing].map(shown).join(' ')}`,
    ])
      expect(text).toContain(words)
    expect(text).not.toContain('Год ещё не закончился')
  })

  test('of the year that goes on says so, and ends with what is owed today', async () => {
    answerWith(invoices)
    const { text } = await read(ofYear(thisYear))
    const now = plain(formatDayWithYear(day))
    expect(text).toContain(
      `Год ещё не закончился: учтены квитанции по июнь ${thisYear} и деньги, которые пришли по ${now}`,
    )
    expect(text).toContain(`Долг на ${now} ${shown(newest?.total ?? 0)} ₽`)
    expect(text).not.toContain('Долг на конец, по квитанции')
  })

  test('asks for each invoice of the year once, and for the first one after it', async () => {
    answerWith(invoices)
    await read(ofYear(lastYear))
    const [newest, ...others] = upstream.named('invoice').map(({ body }) => invoiceBody.parse(body).period)
    expect(newest).toBeUndefined()
    // They are asked for at the same time.
    expect(others.toSorted()).toEqual(months.slice(0, 13).map(({ period }) => period))
  })

  test('is a file to save, named after the account and the year', async () => {
    answerWith(invoices)
    const { page, document } = await read(ofYear(lastYear))
    expect(page.headers['content-disposition']).toBe(
      `attachment; filename="statement-${lastYear}.pdf"; filename*=UTF-8''${encodeURIComponent(`Справка за ${lastYear} год, ${account}.pdf`)}`,
    )
    expect((await document.getMetadata()).info).toMatchObject({ Language: 'ru-RU' })
  })

  test.each(['2019', '9999'])('of %s, which has no invoice, is the bill and a message', async (year) => {
    answerWith(invoices)
    const visitor = await portal.customer()
    const page = await visitor.get(`${FILE}?account=${account}&year=${year}`)
    expect(page).toHaveRedirect(`/personal/invoice?account=${account}`, 302)
    expect(await visitor.follow(page)).toShowFlash(
      'info',
      `За ${year} год по лицевому счёту ${account} квитанций нет.`,
    )
  })

  test.each(['26', '20255', '-2025'])('of the year %s is not found', async (year) => {
    expect(await open(`?account=${account}&year=${year}`)).toBeErrorScreen(404)
    expect(upstream.named('invoice')).toEqual([])
  })

  test('names no number that an API has answered for another month', async () => {
    upstream.on('invoice', { body: { data: newest, periods: months.map(({ period }) => period) } })
    expect(await open(ofYear(lastYear))).toBeErrorScreen(502)
  })

  test('is an error screen where one invoice of the year is not to be had', async () => {
    answerWith(invoices.filter(({ period }) => period !== `${lastYear}-05`))
    upstream.on('invoice', ({ body }) => {
      const { period } = invoiceBody.parse(body)
      if (period === `${lastYear}-05`) return { status: 503, headers: { 'retry-after': '9' } }
      const data = invoices.find((one) => one.period === (period ?? newest?.period))
      return { body: { data, periods: months.map((month) => month.period) } }
    })
    const page = await open(ofYear(lastYear))
    expect(page).toBeErrorScreen(503)
    expect(page.headers['retry-after']).toBe('9')
  })
})

describe('the paper that nothing is owed', () => {
  const file = `?account=${account}`

  test('says so of the day, and that it is not signed', async () => {
    answerWith(invoicesOf([{ ...months[0], paid: 310_000 } as (typeof months)[number]]))
    owing(0)
    const { text, page } = await read(file)
    const now = plain(formatDayWithYear(day))
    for (const words of [
      'Сведения об отсутствии задолженности',
      `На ${now} долга по лицевому счёту ${account} нет`,
      homeAccount.address,
      'ООО УК, ИНН 7707083893',
      `Последняя квитанция за январь ${lastYear}`,
      'Это не справка с подписью и печатью',
    ])
      expect(text).toContain(plain(words))
    expect(text).not.toContain('Переплата')
    expect(page.headers['content-disposition']).toContain(`attachment; filename="no-debt-${day}.pdf"`)
  })

  test('names what is overpaid', async () => {
    answerWith(invoicesOf([{ ...months[0], paid: 325_000 } as (typeof months)[number]]))
    owing(-15_000)
    expect((await read(file)).text).toContain('Переплата: 150,00 ₽')
  })

  test('does not need an invoice', async () => {
    answerWith([])
    owing(0)
    const { text } = await read(file)
    expect(text).toContain(`долга по лицевому счёту ${account} нет`)
    expect(text).not.toContain('Последняя квитанция')
  })

  test.each([
    ['the account owes', 245_050, 0],
    ['the newest invoice is to be paid', 0, 245_050],
  ])('is refused where %s: the bill says what is to pay', async (_, balance, total) => {
    answerWith([anInvoice({ account, total })])
    owing(balance)
    const visitor = await portal.customer()
    const page = await visitor.get(FILE + file)
    expect(page).toHaveRedirect(`/personal/invoice?account=${account}`, 302)
    expect(await visitor.follow(page)).toShowFlash(
      'info',
      'Сведения об отсутствии задолженности можно скачать, когда долга нет. Сейчас к оплате 2 450,50 ₽.',
    )
  })
})

describe.each(['', '&year=2025'])('a paper at %s', (year) => {
  test('of an account that the customer’s list lacks is not found', async () => {
    answerWith(invoices)
    expect(await open(`?account=999${year}`)).toBeErrorScreen(404)
  })

  test('of a customer without accounts is not found', async () => {
    upstream.on('accounts', { body: { data: [] } })
    upstream.on('defaultAccount', { body: { account: null } })
    expect(await open(`?${year}`)).toBeErrorScreen(404)
  })

  test('is an error screen when the API fails', async () => {
    upstream.on('invoice', 'answers 500')
    expect(await open(`?account=${account}${year}`)).toBeErrorScreen(502)
  })
})

describe('the papers are linked', () => {
  const linksOf = async (path: string) => {
    const page = await (await portal.customer()).get(path)
    expect(page.status).toBe(200)
    return page.all(`main a[href^="${FILE}"]`).map((link) => [plain(link.text), link.getAttribute('href')])
  }
  const years = [
    [`За ${thisYear} год, неполный`, `${FILE}?account=${account}&year=${thisYear}`],
    [`За ${lastYear} год`, `${FILE}?account=${account}&year=${lastYear}`],
  ]
  const noDebt = ['Об отсутствии задолженности', `${FILE}?account=${account}`]

  test('from the bill: each year that has one', async () => {
    answerWith(invoices)
    expect(await linksOf('/personal/invoice')).toEqual(years)
  })

  test('below the chart of the history, by a link to the bill', async () => {
    answerWith(invoices)
    const charges = months.map(({ period, charged, paid }) => ({ period, charged, paid }))
    upstream.on('charges', { body: { data: charges } })
    const visitor = await portal.customer()
    const page = await visitor.get('/personal/history')
    expect(page.link('Справка за год')).toBe(`/personal/invoice?account=${account}#papers`)
    const bill = await visitor.get(`/personal/invoice?account=${account}`)
    expect(plain(bill.document.getElementById('papers')?.text ?? '')).toBe('Справки в PDF')
  })

  test.each([0, -15_000])('with the one that nothing is owed, at a balance of %i', async (balance) => {
    answerWith(invoices)
    owing(balance)
    expect(await linksOf('/personal/invoice')).toEqual([...years, noDebt])
  })

  test('nowhere before there is a bill', async () => {
    answerWith([])
    owing(0)
    upstream.on('charges', { body: { data: [] } })
    expect(await linksOf('/personal/invoice')).toEqual([])
    expect((await (await portal.customer()).get('/personal/history')).main).not.toContain('Справка за год')
  })
})
