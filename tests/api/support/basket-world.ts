import { appendToLedger } from 'api/ledger/ledger.repository'
import { type Basket, basketAnswer } from 'contract/basket'
import { toKopecks } from 'contract/money'
import { expect } from 'vitest'
import { type Answer, type ApiWorld, type Browser, publicUrl } from './api-world'
import { addToRegister } from './billing-register'
import { newKey } from './payments-world'

const basketReturns = {
  successUrl: `${publicUrl}/personal/pay-success`,
  failedUrl: `${publicUrl}/personal/pay-failed`,
}

interface FormFields {
  key?: string
  payAnew?: boolean
  /** The balances that the page showed, in kopecks, in the order of the parts; null: it showed none. */
  seenBalances?: readonly (number | null)[]
  [field: string]: unknown
}

/** Submits the form of a payment for several accounts. */
export const payBasket = (
  browser: Browser,
  parts: readonly { account: string; amount: number }[],
  { key = newKey(), payAnew, seenBalances, ...more }: FormFields = {},
) =>
  browser.send('POST', '/api/v1/personal/basket/', {
    body: JSON.stringify({ parts, saveMethod: false, ...basketReturns, ...more }),
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(payAnew && { 'x-pay-anew': 'true' }),
      ...(seenBalances && { 'x-seen-balance': seenBalances.join(',') }),
    },
  })

/** The basket of a successful answer. */
export const basketOf = (answer: Answer): Basket => {
  expect(answer.status, answer.text).toBeLessThan(300)
  return basketAnswer.parse(answer.body).data
}

export const bankPageOfBasket = ({ confirmationUrl }: Basket): string => {
  if (!confirmationUrl) throw new Error('The basket leads to no bank')
  return confirmationUrl
}

/** Adds accounts of one payee to the register. */
export const accountsOfOnePayee = async ({ db }: ApiWorld['database'], count: number) => {
  const accounts: string[] = []
  for (let added = 0; added < count; added += 1) accounts.push(await addToRegister(db))
  await db
    .updateTable('register_accounts')
    .set({ payee_id: `payee of ${accounts[0]}` })
    .where('account', 'in', accounts)
    .execute()
  return accounts.sort()
}

/** Makes the account owe the sum, kopecks. */
export const owe = async ({ database, now }: ApiWorld, account: string, amount: number) => {
  await database.transaction((trx) =>
    appendToLedger(trx, { account, kind: 'charge', amount: toKopecks(amount), at: now().toISOString() }),
  )
}
