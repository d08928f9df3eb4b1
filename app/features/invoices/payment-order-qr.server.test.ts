import { invoice as invoiceShape } from 'contract/invoices'
import fc from 'fast-check'
import { readPaymentQr } from 'format/payment-qr'
import { describe, expect, it } from 'vitest'
import { qrPicture } from '~/server/pages/draw-qr.server'
import { scanQr } from '../../../tests/support/scan-qr'
import { paymentOrderText } from './payment-order-qr.server'
import { anInvoice } from './test-invoice'

const orderOf = (changes: Parameters<typeof anInvoice>[0] = {}) =>
  paymentOrderText(invoiceShape.parse(anInvoice(changes)))

const textOf = (changes: Parameters<typeof anInvoice>[0] = {}) => orderOf(changes) ?? 'no order'

const payeeWith = (changes: Record<string, string>) => ({ payee: { ...anInvoice().payee, ...changes } })

const mandatoryOf = (text: string) => text.slice(8, text.search(/.Sum=/u))

describe('The text of a payment order', () => {
  it('begins with heading, UTF-8, separator and the five mandatory fields in order', () => {
    expect(textOf()).toBe(
      'ST00012|Name=ООО УК|PersonalAcc=40702810138250123017|BankName=ПАО Сбербанк|BIC=044525225' +
        '|CorrespAcc=30101810400000000225|Sum=260091|Purpose=Лицевой счёт 1234567890, 10.2026|PayeeINN=7707083893' +
        '|KPP=770701001|PayerAddress=г. Тихобережск, ул. Садовая, д. 14, кв. 27|PersAcc=1234567890' +
        '|PaymPeriod=102026|TechCode=02',
    )
  })

  it('uses another separator when a value contains the usual one', () => {
    const text = textOf(payeeWith({ name: 'ООО «А|Б»' }))
    expect(text).toMatch(/^ST00012~Name=ООО «А\|Б»~PersonalAcc=/)
    expect(text.split('~')).toHaveLength(14)
  })

  it('keeps the mandatory fields within 300 bytes for any payee name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }), (name) => {
        expect(Buffer.byteLength(mandatoryOf(textOf(payeeWith({ name }))))).toBeLessThanOrEqual(300)
      }),
    )
  })

  it('never asks for a negative amount', () => {
    expect(textOf({ total: -5000 })).toContain('|Sum=0|')
  })

  it.each(['name', 'bankName', 'settlementAccount', 'bic', 'correspondentAccount'])(
    'is none without a mandatory requisite: %s',
    (detail) => {
      expect(orderOf(payeeWith({ [detail]: ' ' }))).toBeNull()
    },
  )

  it('can be read by this site', () => {
    expect(readPaymentQr(textOf())).toEqual({ ok: true, bill: { account: '1234567890', amount: 260091 } })
  })
})

describe('The picture of a payment order', () => {
  it('is decoded to the same text by a scanner', () => {
    const text = textOf({ address: 'г. Тихобережск, ул. Ёлочная, д. 7, корп. 2, кв. 148' })
    const picture = qrPicture(text)
    expect(picture && scanQr(picture)).toBe(text)
  })

  it('is left out when a code has no room for the text', () => {
    expect(qrPicture('ж'.repeat(1_165))).not.toBeNull()
    expect(qrPicture(`${'ж'.repeat(1_165)}.`)).not.toBeNull()
    expect(qrPicture('ж'.repeat(1_166))).toBeNull()
  })
})
