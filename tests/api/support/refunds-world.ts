import { toKopecks } from 'contract/money'
import { expect } from 'vitest'
import type { ApiWorld, Browser } from './api-world'
import { atBank, bankPageOf, payAsCustomer, payAsGuest, paymentOf, runJobs } from './payments-world'

/** Refunds a payment in the test bank's office. */
export const refundAtBank = async (
  { api, config }: Pick<ApiWorld, 'api' | 'config'>,
  bankId: string,
  amount: string,
  webhooks = 'usual',
) => {
  const url = `${config.apiPublicUrl}/sandbox-bank/refund/${bankId}`
  return atBank(api).press(url, { amount, webhooks })
}

/** Refunds an account's autopayment of this sum in the test bank's office. */
export const refundChargeAtBank = async (world: ApiWorld, account: string, kopecks: number) => {
  const { id } = await world.database.db
    .selectFrom('sandbox_payments')
    .select('id')
    .where('account', '=', account)
    .where('amount', '=', toKopecks(kopecks))
    .executeTakeFirstOrThrow()
  expect((await refundAtBank(world, id, String(kopecks / 100))).status).toBe(303)
}

/** The ids of the test bank's refunds of a payment, oldest first. */
export const refundsAtBank = async ({ bank }: Pick<ApiWorld, 'bank'>, bankId: string) => {
  const rows = await bank.db
    .selectFrom('sandbox_refunds')
    .select('id')
    .where('payment_id', '=', bankId)
    .orderBy('created_at')
    .execute()
  return rows.map(({ id }) => id)
}

export const refundWebhook = (refundId: string, bankId: string, event = 'refund.succeeded') => ({
  type: 'notification',
  event,
  object: { id: refundId, payment_id: bankId, status: 'succeeded' },
})

/** Long enough for the next poll. */
const payerThinksMs = 10_000

/** Begins a payment, pays it at the test bank and settles it here; returns its ids. */
export const paidBy = async (
  world: ApiWorld,
  browser: Browser,
  account: string,
  { amount = 260_091, asGuest = false, webhooks = 'usual' } = {},
) => {
  const begin = asGuest ? payAsGuest : payAsCustomer
  const payment = paymentOf(await begin(browser, account, { amount }))
  const page = bankPageOf(payment)
  world.pass(payerThinksMs)
  await atBank(world.api).pay(page, undefined, { webhooks })
  world.pass(payerThinksMs)
  await runJobs(world.wired)
  const bankId = page.split('/').at(-1) ?? ''
  expect(bankId).not.toBe('')
  return { id: payment.id, bankId }
}
