import { account } from 'contract/accounts'
import { describe, expect, it } from 'vitest'
import { viewOfAccount } from './account-view'

const today = '2026-11-11'

const accountWith = (more: object) =>
  account.parse({ account: '4010028513', balance: 260_091, isDefault: false, ...more })

const invoiceWith = (more: object) => ({
  lastInvoice: { period: '2026-10', total: 260_091, dueAt: '2026-11-15', ...more },
})

const invoiceText = (more: object) => {
  const { invoice } = viewOfAccount(accountWith(more), today)
  return invoice && invoice.name + invoice.text
}

describe('the balance of a card', () => {
  it.each([
    [123_456, { kind: 'due', amount: '1\u00a0234,56\u00a0₽' }],
    [-5_000, { kind: 'overpaid', amount: '50,00\u00a0₽' }],
    [0, { kind: 'settled' }],
  ])('of %d kopecks', (balance, shown) => {
    expect(viewOfAccount(accountWith({ balance }), today).balance).toEqual(shown)
  })
})

describe('the last invoice of a card', () => {
  it('has the month, the amount and the days left to pay', () => {
    expect(invoiceText(invoiceWith({}))).toBe(
      'Квитанция за\u00a0октябрь\u00a02026: 2\u00a0600,91\u00a0₽, оплатить до\u00a015\u00a0ноября, осталось 4\u00a0дня',
    )
  })

  it('says that today is the last day', () => {
    expect(invoiceText(invoiceWith({ dueAt: today }))).toMatch(/₽, сегодня последний день оплаты$/)
  })

  it('says how many days it is overdue, and is highlighted', () => {
    const { invoice } = viewOfAccount(accountWith(invoiceWith({ dueAt: '2026-11-10' })), today)
    expect(invoice?.text).toMatch(/срок был 10\u00a0ноября, просрочено на\u00a01\u00a0день$/)
    expect(invoice?.overdue).toBe(true)
  })

  it('is called paid when nothing is left to pay', () => {
    expect(invoiceText(invoiceWith({ total: 0 }))).toBe('Квитанция за\u00a0октябрь\u00a02026 оплачена')
  })

  it('is not highlighted when the account owes nothing', () => {
    expect(invoiceText({ ...invoiceWith({}), balance: 0 })).toMatch(/2\u00a0600,91\u00a0₽$/)
  })

  it('is missing before the first invoice', () => {
    expect(viewOfAccount(accountWith({ lastInvoice: null }), today).invoice).toBeNull()
  })
})

it('treats blank text as missing', () => {
  const { title, address, payer } = viewOfAccount(
    accountWith({ title: ' ', address: '', payer: null }),
    today,
  )
  expect([title, address, payer]).toEqual([null, null, null])
})
