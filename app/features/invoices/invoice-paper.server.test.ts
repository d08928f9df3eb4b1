import { writeFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { invoice as invoiceShape } from 'contract/invoices'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readPdf } from '../../../tests/support/read-pdf'
import { invoicePaper } from './invoice-paper.server'
import { viewOfInvoice } from './invoice-view'
import { drawPaper } from './paper/draw-paper.server'
import { paymentCode } from './payment-order-qr.server'
import { anInvoice } from './test-invoice'

const pdfOf = async (changes: Parameters<typeof anInvoice>[0] = {}, paidOn: string | null = null) => {
  const invoice = invoiceShape.parse(anInvoice(changes))
  const view = viewOfInvoice(invoice, { today: '2026-11-11', timeZone: 'Europe/Moscow', paidOn })
  return drawPaper(invoicePaper(view, paymentCode(invoice)), {
    name: 'Тихий берег',
    phone: '+7\u00a0800\u00a0000-10-15',
  })
}

const read = async (pdf: Buffer) => {
  const { document, ...read } = await readPdf(pdf)
  const { info } = await document.getMetadata()
  // A Map, which its type does not say.
  const marks = z.map(z.string(), z.boolean()).parse(await document.getMarkInfo())
  return { ...read, info, isMarked: marks.get('Marked') }
}

/** The numbers of the glyphs that the pages draw; 0000 is the empty box. */
const glyphsOf = (pdf: Buffer): string[] => {
  const contents = pdf
    .toString('latin1')
    .split('stream\n')
    .slice(1)
    .flatMap((part) => {
      try {
        return [inflateSync(Buffer.from(part, 'latin1')).toString('latin1')]
      } catch {
        return []
      }
    })
    .filter((content) => content.includes(' Tf'))
  return contents.flatMap((content) =>
    [...content.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []),
  )
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

  it('is copied as it is written, in Latin letters that look like Cyrillic ones, too', async () => {
    const address = 'Вестник 7, ABCEHKMOPTX aceopxy, №\u00a05'
    await pdfOf({ address: 'АВСЕНКМОРТХ асеорху' })
    expect((await read(await pdfOf({ address }))).text).toContain(address.replace(/\s/g, ' '))
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

  it('begins with the company and its phone, and a total ends the lines', async () => {
    const { text } = await read(await pdfOf())
    expect(text).toMatch(/^Тихий берег, \+7 800 000-10-15 Квитанция за октябрь 2026/)
    expect(text).toContain('Всего 2 491,10 −10,00 −20,19 2 460,91')
  })

  it('says what is true for good: the due day and the day of its status', async () => {
    const { text } = await read(await pdfOf())
    expect(text).toContain('Ждёт оплаты. Оплатить до 15 ноября. Состояние на 11 ноября 2026 г.')
    expect(text).not.toMatch(/остал(ся|ось)|сегодня/)
    const late = await read(await pdfOf({ dueAt: '2026-11-10', status: 'overdue' }))
    expect(late.text).toContain('Просрочена. Срок был 10 ноября. Состояние на')
    expect(late.text).not.toContain('просрочено на')
  })

  it('of a paid invoice says what was charged and when it was paid', async () => {
    const paid = { openingBalance: 0, penalty: 0, total: 0, paid: 246_091, status: 'paid' } as const
    const { text } = await read(await pdfOf(paid, '2026-11-09'))
    expect(text).toContain('Начислено: 2 460,91 ₽ Оплачена 9 ноября. Платить ничего не нужно.')
  })

  it('has the names of the columns and its number on each page', async () => {
    const line = { service: 'Вода', unit: 'м³', volume: 1, tariff: 100, charged: 100, total: 100 }
    const { pages } = await read(await pdfOf({ lines: Array.from({ length: 120 }, () => line) }))
    expect(pages.length).toBeGreaterThan(2)
    const spaced = pages.map(({ text }) => text.replace(/\s+/g, ' '))
    for (const [index, text] of spaced.entries()) {
      expect(text).toContain(`Страница ${index + 1} из ${pages.length}`)
      if (text.includes('Вода')) expect(text).toContain('Услуга Объём Тариф Начислено')
    }
    expect(spaced.join().match(/Вода/g)).toHaveLength(120)
  })

  it('draws no empty box: spaces are spaces, invisible signs go, others are replaced', async () => {
    const service =
      'А\u2003Б\u202fВ\u200bГ\u00adД и\u0306 а\u0301 \u2011 \u2192 \u{1f3e0} \ufb01 \u2460\tЖ\u200d'
    const payer = '\u4e2d \ufeffИванов'
    const pdf = await pdfOf({ payer, lines: [{ service, charged: 100, total: 100 }] })
    const { text } = await read(pdf)
    expect(text).toContain('А Б ВГД й ')
    expect(text).toContain(' ? ? fi 1 Ж')
    expect(text).toContain('Плательщик ? Иванов')
    expect(glyphsOf(pdf).length).toBeGreaterThan(50)
    expect(glyphsOf(pdf)).not.toContain('0000')
  })

  it('has no QR code when there is nothing to pay', async () => {
    const { pages } = await read(await pdfOf({ total: 0, paid: 260091, status: 'paid' }))
    expect(JSON.stringify(pages.map((page) => page.tree))).not.toContain('Figure')
  })
})
