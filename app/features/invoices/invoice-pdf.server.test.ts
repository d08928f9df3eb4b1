import { writeFileSync } from 'node:fs'
import { invoice as invoiceShape } from 'contract/invoices'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { invoicePdf } from './invoice-pdf.server'
import { viewOfInvoice } from './invoice-view'
import { paymentCode } from './payment-order-qr.server'
import { anInvoice } from './test-invoice'

const pdfOf = async (changes: Parameters<typeof anInvoice>[0] = {}) => {
  const invoice = invoiceShape.parse(anInvoice(changes))
  const view = viewOfInvoice(invoice, { today: '2026-11-11', timeZone: 'Europe/Moscow', paidOn: null })
  return invoicePdf(view, {
    company: { name: 'Тихий берег', phone: '+7\u00a0800\u00a0000-10-15' },
    code: paymentCode(invoice),
  })
}

const read = async (pdf: Buffer) => {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const page = await document.getPage(index + 1)
      const { items } = await page.getTextContent()
      return {
        text: items.map((item) => ('str' in item ? item.str : '')).join(' '),
        tree: await page.getStructTree(),
      }
    }),
  )
  const { info } = await document.getMetadata()
  const text = pages
    .map((page) => page.text)
    .join(' ')
    .replace(/\s+/g, ' ')
  // A Map, which its type does not say.
  const marks = z.map(z.string(), z.boolean()).parse(await document.getMarkInfo())
  return { pages, info, text, isMarked: marks.get('Marked') }
}

describe('The PDF of an invoice', () => {
  it('has the same text as the page', async () => {
    const pdf = await pdfOf()
    if (process.env.PDF_OUT) writeFileSync(process.env.PDF_OUT, pdf)
    const { text, info } = await read(pdf)
    for (const words of [
      'Квитанция за октябрь 2026',
      '2 600,91 ₽',
      'Содержание жилья',
      'Расчётный счёт',
      '40702810138250123017',
    ]) {
      expect(text).toContain(words)
    }
    expect(info).toMatchObject({
      Title: expect.stringMatching(/^Квитанция за\sоктябрь\s2026, лицевой счёт 1234567890$/),
      Language: 'ru-RU',
    })
  })

  it('is tagged: screen readers find headings, the table and the QR code’s text', async () => {
    const { pages, isMarked } = await read(await pdfOf())
    const tree = JSON.stringify(pages.map((page) => page.tree))
    expect(isMarked).toBe(true)
    for (const role of ['H1', 'H2', 'Table', 'TR', 'TH', 'TD', 'Figure'])
      expect(tree).toContain(`"role":"${role}"`)
    expect(tree).toContain('QR-код для оплаты')
  })

  it('names no return of money where less than nothing is paid: the balance may have been corrected', async () => {
    const { text } = await read(await pdfOf({ paid: -50_000, total: 310_091 }))
    expect(text).toContain('Возвраты и исправления 500,00 ₽')
    expect(text).not.toContain('Оплачено')
  })

  it('ends its sum in the overpayment where more is paid than it asks for', async () => {
    const { text } = await read(await pdfOf({ paid: 280_091, total: -20_000, status: 'paid' }))
    expect(text).toContain('Оплачено 2 800,91 ₽ Переплата 200,00 ₽')
    expect(text).toContain('Оплачена. Платить ничего не нужно: переплата 200,00 ₽.')
  })

  it('handles empty fields', async () => {
    const { text } = await read(
      await pdfOf({ address: '', payer: null, area: null, residents: null, lines: [] }),
    )
    expect(text).toContain('начислений не было')
  })

  it('handles very long fields and many lines', { timeout: 30_000 }, async () => {
    const lines = Array.from({ length: 60 }, (_, index) => ({
      charged: 100,
      total: 100,
      unit: 'м³',
      volume: 1.5,
      tariff: 66.67,
      service: `Услуга ${index} ${'оченьдлинноесловобезпробелов'.repeat(6)}`,
    }))
    const { pages, text } = await read(await pdfOf({ address: 'ул. Длинная, '.repeat(60), lines }))
    expect(pages.length).toBeGreaterThan(1)
    expect(text).toContain('Услуга 59')
  })

  it('has no QR code when there is nothing to pay', async () => {
    const { pages } = await read(await pdfOf({ total: 0, paid: 260091, status: 'paid' }))
    expect(JSON.stringify(pages.map((page) => page.tree))).not.toContain('Figure')
  })
})
