import { randomUUID } from 'node:crypto'
import { appendToLedger, balanceOf } from 'api/ledger/ledger.repository'
import {
  autopaymentAnswer,
  autopaymentRunsAnswer,
  autopaymentsAnswer,
  newAutopaymentAnswer,
} from 'contract/autopayments'
import { toKopecks } from 'contract/money'
import { addDays } from 'format/dates'
import { startOfDay } from 'format/local-hour'
import { expect } from 'vitest'
import { type Answer, type ApiWorld, type Browser, publicUrl } from './api-world'
import { addInvoice, customerWith } from './billing-register'
import { atBank, mirCard, newKey, runJobs } from './payments-world'

export const autopaymentsPath = '/api/v1/personal/autopayments/'

const returnAddresses = {
  successUrl: `${publicUrl}/personal/autopay-success`,
  failedUrl: `${publicUrl}/personal/autopay-failed`,
}

export const byInvoice = { rule: 'invoice', limit: 1_000_000 }
export const monthly = { rule: 'monthly', day: 15, amount: 200_000, limit: 1_000_000 }

interface FormFields {
  key?: string
  [field: string]: unknown
}

/** Submits the form of a new autopayment. */
export const setAutopayment = (
  browser: Browser,
  account: string,
  { key = newKey(), ...more }: FormFields = {},
) =>
  browser.send('POST', autopaymentsPath, {
    body: JSON.stringify({
      account,
      ...byInvoice,
      consent: true,
      consentVersion: '2026-03-01',
      ...returnAddresses,
      ...more,
    }),
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
  })

export const changeAutopayment = (browser: Browser, id: string, change: unknown) =>
  browser.send('PATCH', autopaymentsPath + id, {
    body: JSON.stringify(change),
    headers: { 'content-type': 'application/json' },
  })

/** The answer to a successful submit. */
export const newOf = (answer: Answer) => {
  expect(answer.status, answer.text).toBe(201)
  return newAutopaymentAnswer.parse(answer.body).data
}

export const changedOf = (answer: Answer) => {
  expect(answer.status, answer.text).toBe(200)
  return autopaymentAnswer.parse(answer.body).data
}

export const autopaymentsOf = async (browser: Browser) =>
  autopaymentsAnswer.parse((await browser.get(autopaymentsPath)).body).data

export const theAutopayment = async (browser: Browser) => {
  const [one, ...others] = await autopaymentsOf(browser)
  if (!one || others.length > 0) throw new Error('There is not one autopayment')
  return one
}

export const runsOf = async (browser: Browser, id: string) =>
  autopaymentRunsAnswer.parse((await browser.get(`${autopaymentsPath}${id}/runs`)).body).data

/** A new invoice of the account, including its older debt. */
export const issueInvoice = (
  { database, now }: Pick<ApiWorld, 'database' | 'now'>,
  account: string,
  period: string,
  charged: number,
) =>
  database.transaction(async (trx) => {
    const id = randomUUID()
    const day = now().toISOString().slice(0, 10)
    const opening_balance = await balanceOf(trx, account)
    await addInvoice(trx, account, period, {
      id,
      issued_at: day,
      due_at: addDays(day, 14),
      opening_balance,
      charged,
    })
    const at = now().toISOString()
    if (charged !== 0)
      await appendToLedger(trx, { account, kind: 'charge', amount: toKopecks(charged), at, invoiceId: id })
  })

/** Moves the clock to a time of a Moscow day, runs all due steps and sends the letters. */
export const goTo = async (world: ApiWorld, day: string, minutes: number, wired = world.wired) => {
  const moment = startOfDay(day, 'Europe/Moscow').getTime() + minutes * 60_000
  world.pass(moment - world.now().getTime())
  // Sessions must not expire.
  const now = world.now().toISOString()
  await world.database.db.updateTable('sessions').set({ created_at: now, last_used_at: now }).execute()
  await runJobs(wired)
  await world.handOverLetters()
}

/** Adds a debt of 1 ₽ to an account without one: the payment that binds the card then is no overpayment. */
const oweForBinding = ({ database, now }: ApiWorld, account: string) =>
  database.transaction(async (trx) => {
    if ((await balanceOf(trx, account)) > 0) return
    await appendToLedger(trx, { account, kind: 'charge', amount: toKopecks(100), at: now().toISOString() })
  })

/** A customer with an active autopayment, whose first payment has bound the card. */
export const customerWithAutopayment = async (
  world: ApiWorld,
  account: string,
  { card = mirCard, later = 'paid', ...form }: FormFields & { card?: string; later?: string } = {},
) => {
  const customer = await customerWith(world, account)
  await oweForBinding(world, account)
  const newAutopayment = newOf(await setAutopayment(customer.browser, account, form))
  if (!newAutopayment.confirmationUrl) throw new Error('The first payment leads to no bank')
  await atBank(world.api).pay(newAutopayment.confirmationUrl, card, { later })
  world.pass(3_000)
  await runJobs(world.wired)
  const autopayment = await theAutopayment(customer.browser)
  expect(autopayment.status).toBe('active')
  return { ...customer, autopayment }
}

/** The amounts that the bank has charged for an account, in kopecks, oldest first. */
export const chargesOf = async (world: ApiWorld, account: string) => {
  const rows = await world.bank.db
    .selectFrom('sandbox_charges')
    .innerJoin('sandbox_payments', 'sandbox_payments.id', 'sandbox_charges.payment_id')
    .select('sandbox_charges.amount')
    .where('sandbox_payments.account', '=', account)
    .orderBy('charged_at')
    .execute()
  return rows.map(({ amount }) => amount)
}
