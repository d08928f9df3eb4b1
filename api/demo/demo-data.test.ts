import { registeredProof } from 'api/accounts/proof'
import { workingDayFrom } from 'api/billing'
import { invoiceLine } from 'contract/invoices'
import { addDays, addMonths, daysBetween, today } from 'format/dates'
import { normalizeEmail } from 'format/email'
import { parsePhone } from 'format/phone'
import { isCorrespondentAccount, isInn, isSettlementAccount } from 'format/requisites'
import { describe, expect, it } from 'vitest'
import { penaltyThrough } from '../../tests/api/support/penalty-through'
import { annaFlat, annaGarage, annaInternet } from './demo-accounts'
import { ninaId } from './demo-customers'
import { demoData, freeAccounts } from './demo-data'
import type { DemoData, DemoInvoice } from './demo-types'

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
const endOfDay = (day: string) => new Date(`${day}T23:59:59+03:00`).toISOString()

/** The period of the bill that a payment of this moment follows: bills are issued on the 1st. */
const paidPeriod = (moment: string) => addMonths(today('Europe/Moscow', new Date(moment)).slice(0, 7), -1)

const invoicesOf = (data: DemoData, account: string) => data.invoices.filter((one) => one.account === account)
const balanceOf = (data: DemoData, account: string) =>
  sum(data.ledger.filter((entry) => entry.account === account).map((entry) => entry.amount))
const asked = (invoice: DemoInvoice) => invoice.openingBalance + invoice.charged + invoice.penalty
const newestOf = (data: DemoData, account: string) => {
  const newest = invoicesOf(data, account).at(-1)
  if (!newest) throw new Error(`No bill of ${account}`)
  return newest
}

const days = ['2026-11-01', '2026-11-15', '2026-11-16', '2026-11-30', '2028-02-29']

describe.each(days)('the demo data of %s', (today) => {
  const data = demoData(today)
  const accounts = data.accounts.map(({ account }) => account)

  it('is the same every time', () => {
    expect(demoData(today)).toEqual(data)
  })

  it('has 24 months of bills for every account, the newest for last month', () => {
    const newest = addMonths(today.slice(0, 7), -1)
    const periods = Array.from({ length: 24 }, (_, index) => addMonths(newest, index - 23))
    for (const account of accounts) {
      expect(invoicesOf(data, account).map(({ period }) => period)).toEqual(periods)
    }
  })

  it('has bills that add up, line by line and from month to month', () => {
    for (const account of accounts) {
      let carried = 0
      for (const invoice of invoicesOf(data, account)) {
        expect(invoice.openingBalance).toBe(carried)
        expect(invoice.charged).toBe(sum(invoice.lines.map((line) => line.total)))
        expect(invoice.total).toBe(asked(invoice) - invoice.paid)
        for (const line of invoice.lines) {
          expect(line.charged).toBe(Math.round((Math.round(line.volume * 1000) * line.tariff) / 1000))
          expect(line.total).toBe(line.charged + (line.recalculation ?? 0) - (line.benefit ?? 0))
          expect(invoiceLine.safeParse(line).success).toBe(true)
        }
        const paid = data.ledger.filter(
          ({ account: of, kind, happened_at }) =>
            of === account && kind === 'payment' && paidPeriod(happened_at) === invoice.period,
        )
        carried = asked(invoice) + sum(paid.map(({ amount }) => amount))
      }
      expect(balanceOf(data, account)).toBe(carried)
    }
  })

  it('has 24 months of readings of every meter, which add up and are what the bills charge', () => {
    expect(data.meters.filter(({ account }) => account === annaFlat).length).toBe(3)
    for (const meter of data.meters) {
      const bills = new Map(invoicesOf(data, meter.account).map((invoice) => [invoice.period, invoice]))
      for (const { zone } of meter.zones) {
        const own = data.readings.filter((one) => one.meter_id === meter.id && one.zone === zone)
        expect(own).toHaveLength(24)
        for (const [at, reading] of own.entries()) {
          expect(reading.value).toBe((reading.previous ?? 0) + reading.volume)
          if (at > 0) expect(reading.previous).toBe(own[at - 1]?.value)
          expect(reading.value).toBeLessThan(10 ** (meter.digits + meter.decimals))
          expect(reading.read_at < endOfDay(today)).toBe(true)
          const volume = reading.volume / 10 ** meter.decimals
          const charged = bills.get(reading.period)?.lines ?? []
          if (volume > 0) expect(charged.map((line) => line.volume)).toContain(volume)
        }
      }
    }
    expect(new Set(data.readings.map(({ source }) => source))).toEqual(
      new Set(['customer', 'operator', 'estimated']),
    )
  })

  it('has a balance that is the sum of the ledger and what the newest bill still asks for', () => {
    for (const account of accounts) expect(newestOf(data, account).total).toBe(balanceOf(data, account))
  })

  it('has every bill and every payment that went through in the ledger, once', () => {
    const byInvoice = (id: string) =>
      sum(data.ledger.filter((entry) => entry.invoice_id === id).map(({ amount }) => amount))
    for (const invoice of data.invoices) expect(byInvoice(invoice.id)).toBe(invoice.charged + invoice.penalty)
    const paid = data.payments.filter(({ status }) => status === 'succeeded')
    const entries = data.ledger.filter(({ kind }) => kind === 'payment')
    expect(entries.map(({ payment_id, amount }) => [payment_id, -amount]).sort()).toEqual(
      paid.map(({ id, amount }) => [id, amount]).sort(),
    )
    expect(new Set(data.ledger.map(({ id }) => id)).size).toBe(data.ledger.length)
    expect(new Set(data.payments.map(({ id }) => id)).size).toBe(data.payments.length)
  })

  it('asks for nothing twice: every bill but the newest is settled', () => {
    for (const account of accounts) {
      for (const invoice of invoicesOf(data, account).slice(0, -1))
        expect(invoice.total).toBeLessThanOrEqual(0)
    }
  })

  it('has due dates by the 15th of the next month, internet by its last day, or the working day after it', () => {
    for (const { account, payeeId } of data.accounts) {
      for (const { period, issuedAt, dueAt } of invoicesOf(data, account)) {
        const next = addMonths(period, 1)
        expect(issuedAt).toBe(`${next}-01`)
        const usual = payeeId === 'telecom' ? addDays(`${addMonths(next, 1)}-01`, -1) : `${next}-15`
        expect(dueAt).toBe(workingDayFrom(usual))
      }
    }
  })

  it('has nothing from the future', () => {
    for (const { happened_at } of data.ledger) expect(happened_at <= endOfDay(today)).toBe(true)
    for (const { created_at, paid_at } of data.payments) {
      expect(created_at <= endOfDay(today)).toBe(true)
      expect(!paid_at || paid_at > created_at).toBe(true)
    }
    expect(data.customers.every(({ createdAt }) => createdAt < endOfDay(today))).toBe(true)
  })

  it('has an autopayment at work, whose runs are those of its bills and of its payments', () => {
    const { account, card, runs, plannedThrough, firstPaymentId, limit } = data.autopayment
    const paidBy = new Map(data.payments.map((payment) => [payment.id, payment]))
    expect(paidBy.get(firstPaymentId)).toMatchObject({
      account,
      source: 'personal',
      method_kind: 'card',
    })
    expect(runs.filter(({ outcome }) => outcome === 'charged')).toHaveLength(3)
    expect(runs.filter(({ outcome }) => outcome === 'skipped').length).toBeGreaterThan(1)
    for (const { at, period, amount, paymentId } of runs) {
      expect(at <= endOfDay(today) && period <= plannedThrough).toBe(true)
      if (paymentId === null) continue
      expect(paidBy.get(paymentId)).toMatchObject({
        account,
        amount,
        source: 'autopayment',
        status: 'succeeded',
      })
      expect(amount).toBeLessThanOrEqual(limit)
    }
    const byAutopayment = data.payments.filter(({ source }) => source === 'autopayment')
    expect(byAutopayment).toHaveLength(3)
    expect(card.expires > today).toBe(true)
  })

  it('shows Anna one bill that is due, one paid account and one paid ahead', () => {
    const balances = [annaFlat, annaInternet, annaGarage].map((account) => balanceOf(data, account))
    const due = Number(today.slice(8)) <= 15 ? annaFlat : annaInternet
    expect(balances.filter((balance) => balance > 0)).toEqual([balanceOf(data, due)])
    expect(balances.filter((balance) => balance === 0)).toHaveLength(1)
    expect(balanceOf(data, annaGarage)).toBeLessThan(0)
    expect(daysBetween(today, newestOf(data, due).dueAt)).toBeGreaterThanOrEqual(0)
  })
})

describe('two years of the flat', () => {
  const data = demoData('2026-11-10')
  const invoices = invoicesOf(data, annaFlat)
  const line = (period: string, service: string) =>
    invoices.find((invoice) => invoice.period === period)?.lines.find((one) => one.service === service)

  it('are heated in winter only', () => {
    expect(line('2026-01', 'Отопление')?.total).toBeGreaterThan(100_000)
    expect(line('2026-07', 'Отопление')).toBeUndefined()
  })

  it('get dearer each July', () => {
    for (const year of [2025, 2026]) {
      const before = line(`${year}-06`, 'Холодная вода')?.tariff ?? 0
      const after = line(`${year}-07`, 'Холодная вода')?.tariff ?? 0
      expect(after).toBeGreaterThan(before * 1.05)
      expect(line(`${year}-08`, 'Холодная вода')?.tariff).toBe(after)
    }
  })

  it('have one penalty, for the month that was missed and paid with the next one, ten days late', () => {
    const [missed, next, then] = invoices.slice(-11)
    if (!missed || !next || !then) throw new Error('The bills are fewer than expected')
    expect(invoices.filter(({ penalty }) => penalty > 0)).toEqual([then])
    expect(then.penalty).toBe(penaltyThrough(missed.charged, missed.dueAt, addDays(next.dueAt, 10)))
  })

  it('have recalculations, a bill paid in two parts and a payment that the bank refused', () => {
    expect(line('2026-08', 'Горячая вода')?.recalculation).toBeLessThan(0)
    expect(invoices.some(({ openingBalance, penalty }) => openingBalance > 0 && penalty === 0)).toBe(true)
    expect(
      data.payments.filter((one) => one.account === annaFlat && one.status === 'canceled'),
    ).toMatchObject([{ decline_reason: 'insufficient_funds', paid_at: null }])
  })

  it('do not change when a month passes', () => {
    const later = invoicesOf(demoData('2026-12-10'), annaFlat).map(({ id, lines }) => ({ id, lines }))
    expect(later.slice(0, -1)).toEqual(invoices.slice(1).map(({ id, lines }) => ({ id, lines })))
  })
})

describe('who and what stands in the register', () => {
  const data = demoData('2026-11-10')

  it('has payees whose bank details hold', () => {
    for (const payee of data.payees) {
      expect(isInn(payee.inn)).toBe(true)
      expect(isSettlementAccount(payee.settlement_account, payee.bic)).toBe(true)
      expect(isCorrespondentAccount(payee.correspondent_account, payee.bic)).toBe(true)
      expect(payee.bank_name.length).toBeLessThanOrEqual(45)
    }
    const payees = new Set(data.payees.map(({ id }) => id))
    expect(data.accounts.every(({ payeeId }) => payees.has(payeeId))).toBe(true)
  })

  it('has a customer with two accounts of one payee in debt, to pay at once', () => {
    const nina = data.customers.find(({ id }) => id === ninaId)
    const own = nina?.accounts.map(({ account }) => account) ?? []
    expect(own).toHaveLength(2)
    for (const account of own) expect(balanceOf(data, account)).toBeGreaterThan(0)
    const payees = data.accounts.filter(({ account }) => own.includes(account)).map(({ payeeId }) => payeeId)
    expect(new Set(payees).size).toBe(1)
  })

  it('has customers who can sign in, with accounts that exist and one default', () => {
    const known = new Set(data.accounts.map(({ account }) => account))
    expect(data.customers.map(({ accounts }) => accounts.length)).toEqual([3, 2, 0])
    for (const { email, phone, password, accounts } of data.customers) {
      expect(normalizeEmail(email)).toBe(email)
      expect(parsePhone(phone)).toBe(phone)
      expect(password.length).toBeGreaterThanOrEqual(8)
      expect(accounts.every(({ account }) => known.has(account))).toBe(true)
      expect(accounts.filter(({ isDefault }) => isDefault)).toHaveLength(Math.min(accounts.length, 1))
    }
  })

  it('has a customer who sees the accounts of another one, with a right each', () => {
    expect(data.grants.map(({ readings, pay }) => ({ readings, pay }))).toEqual([
      { readings: 1, pay: 0 },
      { readings: 0, pay: 1 },
      { readings: 0, pay: 0 },
    ])
    for (const { account, invited_by, user_id } of data.grants) {
      const owner = data.customers.find(({ id }) => id === invited_by)
      expect(owner?.accounts.map((one) => one.account)).toContain(account)
      expect(data.customers.find(({ id }) => id === user_id)?.accounts).toEqual([])
    }
    expect(data.grants.filter(({ is_default }) => is_default === 1)).toHaveLength(1)
  })

  it('has accounts that nobody has added, each with an access code of its own', () => {
    expect(freeAccounts(data).length).toBeGreaterThanOrEqual(4)
    const codes = data.accounts.map(({ accessCode }) => accessCode)
    expect(new Set(codes).size).toBe(codes.length)
    for (const { account, accessCode } of data.accounts)
      expect(registeredProof(account, { kind: 'access_code', answer: accessCode }).proof_kind).toBe(
        'access_code',
      )
  })
})
