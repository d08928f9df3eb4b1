import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { openForTests } from '../../support/open-for-tests'
import { readPdf } from '../../support/read-pdf'
import type { Browser } from '../support/browser'
import { plain } from '../support/page'
import { startPortal } from '../support/portal'
import { PUBLIC_URL, startRealApi } from '../support/real-api'

const api = openForTests(() => startRealApi('embedded'))
const portal = openForTests(() => startPortal(api.transport, { env: { PUBLIC_URL } }))
let customer: Browser

beforeAll(async () => {
  customer = portal.visitor()
  await customer.press(await customer.get('/login'), 'Войти', api.demoLogin)
})

const kopecks = (text: string) =>
  Math.round(Number(text.replace(/\s/g, '').replace('−', '-').replace(',', '.')) * 100)

/** The amount of a row of the year's sums; 0 where it is left out. */
const amountOf = (text: string, term: string) => {
  const [, sign = '', amount = '0'] =
    new RegExp(`(Переплата|Долг)?${term} (−?[\\d ]+,\\d\\d) ₽`).exec(text) ?? []
  return (sign === 'Переплата' ? -1 : 1) * kopecks(amount)
}

const ofBill = 'по квитанции за \\S+ \\d{4}'

/** The numbers of the demo customer's three accounts. */
const accounts = async () => {
  const page = await customer.get('/personal')
  return [...new Set(page.main.match(/\d{10}/g))]
}

test('each year adds up, begins where the one before it ended, and all years have what was charged and paid', async () => {
  const numbers = await accounts()
  expect(numbers).toHaveLength(3)
  for (const account of numbers) {
    const bill = await customer.get(`/personal/invoice?account=${account}`)
    const files = bill
      .all('main a[href*="statement.pdf"][href*="year="]')
      .map((link) => link.getAttribute('href') ?? '')
      .reverse()
    expect(files.length).toBeGreaterThan(1)
    let closing: number | null = null
    let paid = 0
    let charged = 0
    for (const file of files) {
      const { text } = await readPdf((await customer.get(file)).body)
      const opening = amountOf(text, ` на начало, ${ofBill}`)
      if (closing !== null) expect(opening).toBe(closing)
      closing = amountOf(text, ` на (?:конец, ${ofBill}|\\d+ \\S+ \\d{4} г\\.)`)
      const ofYear =
        amountOf(text, 'Начислено') +
        amountOf(text, 'Льготы') +
        amountOf(text, 'Перерасчёт') +
        amountOf(text, 'Пени')
      const paidInYear = amountOf(text, 'Оплачено')
      expect(opening + ofYear - paidInYear).toBe(closing)
      charged += ofYear
      paid += paidInYear
    }
    const csv = await customer.get(`/personal/history.csv?account=${account}&status=succeeded`)
    const payments: Record<string, string>[] = parse(csv.body, { bom: true, columns: true, delimiter: ';' })
    const received = payments.reduce(
      (sum, payment) => sum + kopecks(payment['Сумма, ₽'] ?? '') - kopecks(payment['Возвращено, ₽'] || '0'),
      0,
    )
    expect(payments.length).toBeGreaterThan(5)
    expect(paid).toBe(received)
    const history = await customer.get(`/personal/history?account=${account}`)
    const chart = history.all('main table')[0]?.querySelectorAll('tbody tr') ?? []
    expect(chart.length).toBeGreaterThan(12)
    const inChart = chart.reduce((sum, row) => sum + kopecks(row.querySelectorAll('td')[0]?.text ?? ''), 0)
    expect(charged).toBe(inChart)
    expect(plain(bill.main)).toContain('Справки в PDF')
  }
})
