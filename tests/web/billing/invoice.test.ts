import { describe, expect, test } from 'vitest'
import { anInvoice } from '~/features/invoices/test-invoice'
import { readPdf } from '../../support/read-pdf'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { dachaAccount, homeAccount } from '../support/default-answers'
import { plain } from '../support/page'
import { portalOfThisFile } from '../support/portal'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const answerWith = (changes: Parameters<typeof anInvoice>[0] = {}, periods = ['2026-10', '2026-09']) =>
  upstream.on('invoice', { body: { data: anInvoice({ account: homeAccount.account, ...changes }), periods } })

const mainOf = async (path: string) => {
  const page = await (await portal.customer()).get(path)
  return { page, text: plain(page.all('main')[0]?.text ?? '') }
}

describe('the invoice', () => {
  test('without a period is the newest of the default account', async () => {
    answerWith()
    upstream.on('defaultAccount', { body: { account: homeAccount.account } })
    const { page } = await mainOf('/personal/invoice')
    expect(page.h1).toBe('Квитанция за октябрь 2026')
    expect(upstream.named('invoice').map(({ id, body }) => ({ id, body }))).toEqual([
      { id: homeAccount.account, body: {} },
    ])
  })

  test('of another account and period is loaded by its address', async () => {
    answerWith({ account: dachaAccount.account, period: '2026-09' })
    await mainOf(`/personal/invoice?account=${dachaAccount.account}&period=2026-09`)
    expect(upstream.named('invoice').map(({ id, body }) => ({ id, body }))).toEqual([
      { id: dachaAccount.account, body: { period: '2026-09' } },
    ])
  })

  test('says what is to pay, why, and who gets it', async () => {
    answerWith()
    const { text } = await mainOf('/personal/invoice')
    for (const words of [
      'К оплате',
      '2 600,91 ₽',
      'Холодная вода',
      '8,25 м³',
      'Долг на начало месяца',
      '100,00 ₽',
    ]) {
      expect(text).toContain(words)
    }
    for (const words of ['Пени', '40,00 ₽', 'ООО УК', '40702810138250123017', 'ST00012|Name=ООО УК']) {
      expect(text).toContain(words)
    }
  })

  test('explains the penalty by the rule: none for the first 30 days', async () => {
    answerWith()
    const { text } = await mainOf('/personal/invoice')
    expect(text).toContain('Плата за просрочку дольше 30 дней.')
    expect(text).not.toContain('за каждый день просрочки')
  })

  test('is issued on the company’s day', async () => {
    answerWith({ issuedAt: '2026-11-01T22:30:00Z' })
    const { text } = await mainOf('/personal/invoice')
    expect(text).toContain('2 ноября 2026 г.')
  })

  test.each(['', '.pdf'])('may be due on a day of any year: /personal/invoice%s', async (form) => {
    answerWith({ dueAt: '0001-01-01' })
    const { page } = await mainOf(`/personal/invoice${form}`)
    expect(page.status).toBe(200)
  })

  const offer = 'Получать квитанции на почту'

  test('offers letters to a customer who has not turned them on', async () => {
    answerWith()
    const { page } = await mainOf('/personal/invoice')
    expect(page.link(offer)).toBe('/personal/reminders?from=invoice&account=1000200030')
    upstream.on('invoiceLetters', { body: { data: { on: true } } })
    expect((await mainOf('/personal/invoice')).text).not.toContain(offer)
  })

  test('offers nothing where it is not known whether they are on', async () => {
    answerWith()
    upstream.on('invoiceLetters', { status: 503, body: { message: 'Нет' } })
    const { page, text } = await mainOf('/personal/invoice')
    expect(page.status).toBe(200)
    expect(text).not.toContain(offer)
    expect(text).not.toContain('Не удалось загрузить')
  })

  test('leaves out a sum that is too large for a number', async () => {
    const line = { service: 'Отопление', charged: Number.MAX_SAFE_INTEGER, total: Number.MAX_SAFE_INTEGER }
    answerWith({ lines: [line, { ...line, charged: 100, total: 100 }] })
    const { page, text } = await mainOf('/personal/invoice')
    expect(page.h1).toBe('Квитанция за октябрь 2026')
    expect(text).not.toContain('Начислено за месяц')
    const { page: pdf } = await mainOf('/personal/invoice.pdf')
    expect(pdf.status).toBe(200)
  })

  test('that is paid has no payment link and no QR code', async () => {
    answerWith({ total: 0, paid: 260_091, status: 'paid' })
    const { page, text } = await mainOf('/personal/invoice')
    expect(text).toContain('Платить ничего не нужно')
    expect(page.html).not.toContain('QR-код для оплаты')
    expect(page.html).not.toContain(`/personal/pay?account=${homeAccount.account}`)
  })

  describe('that is paid', () => {
    const paid = { openingBalance: 0, penalty: 0, total: 0, paid: 246_091, status: 'paid' } as const
    const payment = (id: string, amount: number, paidAt: string, changes: object = {}) => ({
      id,
      account: homeAccount.account,
      amount,
      status: 'succeeded',
      createdAt: paidAt,
      paidAt,
      source: 'personal',
      ...changes,
    })
    /** Newest first. */
    const historyOf = (payments: object[], nextCursor: string | null = null) =>
      upstream.on('history', {
        body: { data: payments, meta: { nextCursor, count: payments.length, totalAmount: 0 } },
      })
    test('says at its top what was charged and on which day the last of it was paid', async () => {
      answerWith(paid)
      historyOf([
        payment('3', 10_000, '2026-11-20T09:00:00Z'),
        payment('2', 46_091, '2026-11-08T21:30:00Z'),
        payment('1', 200_000, '2026-11-02T09:00:00Z'),
      ])
      const { text } = await mainOf('/personal/invoice')
      expect(text).toMatch(/Начислено\s*2 460\s?,91 ₽/)
      expect(text).toContain('Оплачена 9 ноября')
      expect(text).not.toMatch(/К оплате\s*0,00 ₽\s*Почему/)
      const [call] = upstream.named('history')
      expect(call?.path).toContain('from=2026-11-01&status=succeeded')
    })

    test('does not count what was refunded, nor what came before the issue', async () => {
      answerWith({ ...paid, issuedAt: '2026-11-01T09:00:00Z' })
      historyOf([
        payment('3', 246_091, '2026-12-09T09:00:00Z'),
        payment('2', 246_091, '2026-11-09T09:00:00Z', { refunded: 246_091 }),
        payment('1', 246_091, '2026-11-01T08:00:00Z'),
      ])
      expect((await mainOf('/personal/invoice')).text).toContain('Оплачена 9 декабря')
    })

    test.each<[string, () => void]>([
      ['the payments do not cover it', () => historyOf([payment('1', 100, '2026-11-02T09:00:00Z')])],
      [
        'there are more payments than one page has',
        () => historyOf([payment('1', 246_091, '2026-11-02T09:00:00Z')], 'next'),
      ],
      ['the history is down', () => upstream.on('history', { status: 503, body: { message: 'Нет' } })],
    ])('names no day where %s', async (_, arrange) => {
      answerWith(paid)
      arrange()
      const { page, text } = await mainOf('/personal/invoice')
      expect(page.status).toBe(200)
      expect(text).toContain('Оплачена Платить ничего не нужно')
    })

    test('names the year where it is another one', async () => {
      answerWith(paid)
      historyOf([payment('1', 246_091, '2027-01-09T09:00:00Z')])
      expect((await mainOf('/personal/invoice')).text).toContain('Оплачена 9 января 2027 г.')
    })
  })

  test('has a total below its lines', async () => {
    answerWith()
    const { page } = await mainOf('/personal/invoice')
    const last = page.all('main tbody tr').at(-1)
    expect(
      last?.querySelectorAll('th, td').map((cell) => plain((cell.querySelector('strong') ?? cell).text)),
    ).toEqual(['Всего', '', '', '2 491,10', '−10,00', '−20,19', '2 460,91'])
  })

  test('has its explanation beside its sum', async () => {
    answerWith()
    const { text } = await mainOf('/personal/invoice')
    expect(text).toMatch(/К оплате\s*2 600\s?,91 ₽\s*Почему такая сумма/)
  })

  test('has the company and its phone for paper', async () => {
    answerWith()
    const { page } = await mainOf('/personal/invoice')
    expect(plain(page.all('main [data-print="only"]')[0]?.text ?? '')).toMatch(/^.+, (\+7|8) [\d -]+$/)
  })

  test('that is overpaid ends its sum in the overpayment', async () => {
    const line = { service: 'Отопление', charged: 10_000, total: 10_000 }
    answerWith({
      openingBalance: 0,
      lines: [line],
      penalty: 0,
      paid: 30_000,
      total: -20_000,
      status: 'paid',
    })
    const { page } = await mainOf('/personal/invoice')
    expect(page.main).toContain('Платить ничего не нужно: переплата 200,00 ₽')
    expect(page.all('main dl div').map((row) => plain(row.structuredText))).toEqual(
      expect.arrayContaining(['Начислено за месяц 100,00 ₽', 'Оплачено 300,00 ₽', 'Переплата 200,00 ₽']),
    )
  })

  test('has no QR code when a detail of its payee is too long for one', async () => {
    answerWith({ payee: { ...anInvoice().payee, kpp: 'ж'.repeat(3_000) } })
    const { page } = await mainOf('/personal/invoice')
    expect(page.status).toBe(200)
    expect(page.html).not.toContain('QR-код для оплаты')
    expect(page.html).toContain(`/personal/pay?account=${homeAccount.account}`)
    const { page: pdf } = await mainOf('/personal/invoice.pdf')
    expect(pdf.status).toBe(200)
  })

  test('has no QR code without its payee’s BIC, and the other requisites as text', async () => {
    answerWith({ payee: { ...anInvoice().payee, bic: '' } })
    const { page, text } = await mainOf('/personal/invoice')
    expect(page.html).not.toContain('QR-код для оплаты')
    expect(text).not.toContain('ST00012')
    expect(text).toContain('ООО УК')
    expect(page.html).toContain(`/personal/pay?account=${homeAccount.account}`)
    const { page: pdf } = await mainOf('/personal/invoice.pdf')
    expect(pdf.status).toBe(200)
  })

  test('links to other accounts and other months', async () => {
    answerWith()
    const { page } = await mainOf('/personal/invoice')
    const links = page.all('main a').map((link) => link.getAttribute('href'))
    expect(links).toContain(`/personal/invoice?account=${dachaAccount.account}`)
    expect(links).toContain(`/personal/invoice?account=${homeAccount.account}&period=2026-09`)
  })

  test('is missing before the first one is issued', async () => {
    upstream.on('invoice', { body: { data: null, periods: [] } })
    const { page, text } = await mainOf('/personal/invoice')
    expect(page.status).toBe(200)
    expect(text).toContain('Квитанций пока нет')
    expect(text).toContain('Первая появится здесь, как только выйдет.')
    expect(text).not.toContain('следующего месяца')
  })

  test.each(['2026-13', '2026-10-01'])('of the period %s is not found', async (period) => {
    const { page } = await mainOf(`/personal/invoice?period=${period}`)
    expect(page.status).toBe(404)
    expect(upstream.named('invoice')).toEqual([])
  })

  test('of a month without an invoice is not found', async () => {
    upstream.on('invoice', { body: { data: null, periods: ['2026-10'] } })
    const { page } = await mainOf('/personal/invoice?period=2020-01')
    expect(page.status).toBe(404)
  })
})

describe('the invoice of an account with the customer’s own name', () => {
  const title = 'Тёщин дом'
  const address = 'г. Тихобережск, ул. Садовая, д. 14, кв. 27'
  const ofNamed = (...others: object[]) => {
    answerWith({ address })
    const named = { ...homeAccount, title, companyTitle: 'Квартира' }
    upstream.on('accounts', { body: { data: [named, ...others] } })
  }

  test('has the address instead of the name, on the page and in its QR code', async () => {
    ofNamed()
    const { text } = await mainOf('/personal/invoice')
    expect(text).toContain(address)
    expect(text).toContain(`PayerAddress=${address}`)
    expect(text).not.toContain(title)
  })

  test('has the name only where the customer chooses among accounts, which is not printed', async () => {
    ofNamed(dachaAccount)
    const { page } = await mainOf('/personal/invoice')
    const [main] = page.all('main')
    expect(main?.text).toContain(title)
    for (const hidden of page.all('main [data-print="hidden"]')) hidden.remove()
    expect(plain(main?.text ?? '')).toContain(address)
    expect(main?.text).not.toContain(title)
  })

  test('has the address instead of the name in the PDF', async () => {
    ofNamed(dachaAccount)
    const { page } = await mainOf(`/personal/invoice.pdf?account=${homeAccount.account}&period=2026-10`)
    const { text, document } = await readPdf(page.body)
    expect(plain(text)).toContain(address)
    expect(text + JSON.stringify(await document.getMetadata())).not.toContain(title)
    expect(decodeURIComponent(page.headers['content-disposition'] ?? '')).not.toContain(title)
  })
})

describe('the PDF of the invoice', () => {
  test('has the same amount', async () => {
    answerWith()
    const { page } = await mainOf(`/personal/invoice.pdf?account=${homeAccount.account}&period=2026-10`)
    expect(page.headers['content-type']).toBe('application/pdf')
    expect(page.headers['content-disposition']).toMatch(/^attachment; filename="invoice-2026-10\.pdf"/)
    expect((await readPdf(page.body)).text).toContain('2 600,91 ₽')
  })

  test('of another customer’s account is not found', async () => {
    upstream.on('invoice', { status: 404, body: { message: 'Не найдено' } })
    const { page } = await mainOf('/personal/invoice.pdf?account=999')
    expect(page).toBeErrorScreen(404)
  })

  test('is asked for again by the link of its error screen, which says when', async () => {
    upstream.on('invoice', { status: 503, headers: { 'retry-after': '9' } })
    const path = `/personal/invoice.pdf?account=${homeAccount.account}&period=2026-10`
    const { page } = await mainOf(path)
    expect(page).toBeErrorScreen(503)
    expect(page.headers['retry-after']).toBe('9')
    expect(page.link('Попробовать ещё раз')).toBe(path)
  })
})

describe('the QR code as a picture', () => {
  const path = `/personal/invoice-code.png?account=${homeAccount.account}&period=2026-10`

  test('is linked from the invoice, for phones, beside the requisites to copy', async () => {
    answerWith()
    const { page } = await mainOf('/personal/invoice')
    expect(page.link('Сохранить QR-код')).toBe(path)
  })

  test('is a PNG file to save', async () => {
    answerWith()
    const { page } = await mainOf(path)
    expect(page.headers['content-type']).toBe('image/png')
    expect(page.headers['content-disposition']).toMatch(/^attachment; filename="qr-2026-10\.png"/)
    expect(page.body.subarray(1, 4).toString('latin1')).toBe('PNG')
  })

  test.each<[string, Parameters<typeof anInvoice>[0]]>([
    ['nothing is to pay', { total: 0, paid: 260_091, status: 'paid' }],
    ['no bank could read it', { payee: { ...anInvoice().payee, bic: '' } }],
  ])('is not found where %s', async (_, changes) => {
    answerWith(changes)
    expect((await mainOf(path)).page).toBeErrorScreen(404)
  })
})
