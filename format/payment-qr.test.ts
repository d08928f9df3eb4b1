import { describe, expect, test } from 'vitest'
import { readPaymentQr } from './payment-qr'

const bill =
  'ST00012|Name=ООО УК|PersonalAcc=40702810138250123017|BankName=ПАО Сбербанк|BIC=044525225|' +
  'CorrespAcc=30101810400000000225|PayeeINN=7707083893|Sum=260091|Purpose=ЖКУ 10.2026|PersAcc=1234567890|' +
  'PaymPeriod=102026|TechCode=02'
const asked = { ok: true, bill: { account: '1234567890', amount: 260_091 } }

describe('the text of a payment QR', () => {
  test('has the account and the amount in kopecks', () => expect(readPaymentQr(bill)).toEqual(asked))

  test.each(['~', ';', '^', '\n', '=|'.slice(1)])('is read with the separator %j', (separator) =>
    expect(readPaymentQr(bill.replaceAll('|', separator))).toEqual(asked),
  )

  test('may contain the usual separator in a value when it uses another', () =>
    expect(readPaymentQr(bill.replaceAll('|', '~').replace('ООО УК', 'ООО | УК'))).toEqual(asked))

  test('may contain an equals sign in a value', () =>
    expect(readPaymentQr(bill.replace('ЖКУ 10.2026', 'PersAcc=9'))).toEqual(asked))

  test.each(['ST00011', 'ST00013', '\uFEFFST00012', '  ST00012'])('may begin with %j', (head) =>
    expect(readPaymentQr(bill.replace('ST00012', head))).toEqual(asked),
  )

  test('may have its keys in any case, and its number in groups', () => {
    const text = bill.replace('PersAcc=1234567890', 'persacc= 1234-567 890 ').replace('Sum', 'SUM')
    expect(readPaymentQr(text)).toEqual(asked)
  })

  test.each(['', '0', '12,50', '-5', '1e9', '9'.repeat(40)])('with the amount %j names no amount', (sum) =>
    expect(readPaymentQr(bill.replace('260091', sum))).toEqual({
      ok: true,
      bill: { account: '1234567890', amount: null },
    }),
  )

  test.each([
    '',
    'ST00012',
    'ST00012|',
    'https://example.test/?PersAcc=1',
    'PersAcc=1',
    'ST00019|Name=a|PersAcc=1',
  ])('%j is not a bill', (text) => expect(readPaymentQr(text)).toEqual({ ok: false, reason: 'not-a-bill' }))

  test.each(['', ' - '])('without a usable account (%j) is rejected', (account) =>
    expect(readPaymentQr(bill.replace('PersAcc=1234567890', `PersAcc=${account}`))).toEqual({
      ok: false,
      reason: 'no-account',
    }),
  )
})
