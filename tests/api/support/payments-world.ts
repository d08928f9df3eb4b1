import { randomUUID } from 'node:crypto'
import { balanceOf } from 'api/ledger/ledger.repository'
import { chargesOf } from 'api/payments/gateways/sandbox/sandbox-bank.repository'
import type { PaymentServices } from 'api/wire-payments'
import { runSteps } from 'api/worker/worker'
import { type Payment, paymentAnswer, savedMethodsAnswer } from 'contract/payments'
import { SECOND } from 'format/durations'
import { expect } from 'vitest'
import { type Answer, type ApiWorld, type Browser, publicUrl } from './api-world'

export const paidCard = '5555555555554444'
export const mirCard = '2202474301322987'
export const confirmedCard = '5555555555554477'

export const newKey = () => randomUUID()

export const returnAddresses = {
  successUrl: `${publicUrl}/pay/success`,
  failedUrl: `${publicUrl}/pay/failed`,
}

interface FormFields {
  key?: string
  /** With the customer's confirmation. */
  payAnew?: boolean
  /** The balance that the page showed, in kopecks. */
  seenBalance?: number
  [field: string]: unknown
}

const post = (
  browser: Browser,
  path: string,
  body: unknown,
  {
    key,
    payAnew,
    seenBalance,
  }: { key: string; payAnew?: boolean | undefined; seenBalance?: number | undefined },
) =>
  browser.send('POST', path, {
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(payAnew && { 'x-pay-anew': 'true' }),
      ...(seenBalance !== undefined && { 'x-seen-balance': String(seenBalance) }),
    },
  })

/** Submits the guest's payment form. */
export const payAsGuest = (browser: Browser, account: string, { key = newKey(), ...more }: FormFields = {}) =>
  post(
    browser,
    '/api/v1/pay/',
    { account, amount: 260_091, email: 'olga@mail.example', ...returnAddresses, ...more },
    { key },
  )

/** Submits the customer's payment form. */
export const payAsCustomer = (
  browser: Browser,
  account: string,
  { key = newKey(), payAnew, seenBalance, ...more }: FormFields = {},
) =>
  post(
    browser,
    `/api/v1/personal/pay/${account}`,
    { amount: 260_091, saveMethod: false, ...returnAddresses, ...more },
    { key, payAnew, seenBalance },
  )

/** The payment of a successful answer. */
export const paymentOf = (answer: Answer): Payment => {
  expect(answer.status, answer.text).toBeLessThan(300)
  return paymentAnswer.parse(answer.body).data
}

export interface BankAnswer {
  status: number
  html: string
  location: string | null
  headers: Headers
}

/** A payer's browser at the test bank: no cookies, no scripts. */
export const atBank = (api: ApiWorld['api']) => {
  const send = async (url: string, form?: Record<string, string>): Promise<BankAnswer> => {
    const response = await api.fetch(
      new Request(url, form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    )
    return {
      status: response.status,
      html: await response.text(),
      location: response.headers.get('location'),
      headers: response.headers,
    }
  }
  return {
    open: (url: string) => send(url),
    press: (url: string, form: Record<string, string>) => send(url, form),
    /** Types a card and pays with it. */
    pay: (url: string, number = paidCard, more: Record<string, string> = {}) =>
      send(url, { number, expires: '12/30', csc: '123', step: 'pay', ...more }),
  }
}

/** The saved cards and bank accounts of a customer, newest first. */
export const savedMethodsOf = async (browser: Browser) =>
  savedMethodsAnswer.parse((await browser.get('/api/v1/personal/payment-methods/')).body).data

/** Unlinks all saved cards and bank accounts of a customer. */
export const unlinkMethods = async (browser: Browser) => {
  for (const { id } of await savedMethodsOf(browser))
    expect((await browser.delete(`/api/v1/personal/payment-methods/${id}`)).status).toBe(204)
}

/** Pays at the test bank with a card that is saved, and settles the payment; returns the payment and the saved card. */
export const saveCard = async (
  world: ApiWorld,
  browser: Browser,
  account: string,
  { amount = 100, card = paidCard } = {},
) => {
  const payment = paymentOf(
    await payAsCustomer(browser, account, { saveMethod: true, amount, payAnew: true }),
  )
  await atBank(world.api).pay(bankPageOf(payment), card)
  world.pass(3 * SECOND)
  expect(paymentOf(await browser.get(`/api/v1/personal/pay/${payment.id}`)).status).toBe('succeeded')
  const [method] = await savedMethodsOf(browser)
  if (!method) throw new Error('No card was saved')
  return { payment, method }
}

export const paymentWebhook = (event: string, bankId: string, payment?: string) => ({
  type: 'notification',
  event: `payment.${event}`,
  object: { id: bankId, status: event, ...(payment && { metadata: { payment } }) },
})

/** Sends a webhook of a gateway; returns the status of the answer. */
export const sendWebhook = async (world: Pick<ApiWorld, 'browser'>, body: object, gateway = 'sandbox') =>
  (await world.browser().post(`/webhooks/${gateway}`, body)).status

/** Runs all due steps. */
export const runJobs = ({ steps }: Pick<PaymentServices, 'steps'>) => runSteps(steps)

/** Lets time pass, drops the bank's webhooks and runs all due steps: payments are only polled. */
export const passWithoutWebhooks = async (world: ApiWorld, ms: number) => {
  world.pass(ms)
  await world.bank.db.deleteFrom('sandbox_webhooks').execute()
  await runJobs(world.wired)
}

/** The amounts that the bank has charged for a payment, by its own records, in kopecks. */
export const charged = async ({ bank }: Pick<ApiWorld, 'bank'>, payment: string) =>
  (await chargesOf(bank.db, payment)).map(({ amount }) => amount)

export const balance = ({ database }: Pick<ApiWorld, 'database'>, account: string) =>
  balanceOf(database.db, account)

/** The address of the bank's page. Throws when there is none. */
export const bankPageOf = ({ confirmationUrl }: Payment): string => {
  if (!confirmationUrl) throw new Error('The payment leads to no bank')
  return confirmationUrl
}
