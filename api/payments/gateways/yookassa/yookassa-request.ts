import type { Kopecks } from 'contract/money'
import type { PaymentRequest } from '../payment-gateway'
import type { YookassaConfig } from './yookassa.config'
import { paymentPurpose } from './yookassa.words'
import { amountValue } from './yookassa-amount'

const cut = (text: string, length: number) => [...text].slice(0, length).join('')

/** The fiscal receipt of a payment or of a partial refund, an item for each account. */
export const receiptOf = (
  { email, items }: { email: string; items: readonly { description: string; amount: Kopecks }[] },
  vatCode: number,
) => ({
  customer: { email },
  items: items.map(({ description, amount }) => ({
    description,
    quantity: '1.00',
    amount: { value: amountValue(amount), currency: 'RUB' },
    vat_code: vatCode,
    payment_subject: 'service',
    payment_mode: 'full_payment',
  })),
})

/** The most characters of an account number in a payment order. */
export const longestOrderAccount = 30

/**
 * The most items of a receipt. YooKassa takes 100 for another provider's cash register, and 80 with its own «Чеки от ЮKassa».
 */
export const longestReceipt = 80

/** The most characters of the description of a payment, and of a receipt item. */
export const longestDescription = 128
const longestOrderPurpose = 210

/** The body of a payment's creation. The same request and settings give the same body. */
export const creationBody = (
  request: PaymentRequest,
  { vatCode, paymentOrder }: Pick<YookassaConfig, 'vatCode' | 'paymentOrder'>,
) => {
  const { paymentId, account, email, kind, returnTo, savedMethod, saveMethod } = request
  const amount = { value: amountValue(request.amount), currency: 'RUB' }
  const parts = request.parts ?? [{ account, amount: request.amount }]
  const accounts = parts.map((part) => part.account)
  return {
    amount,
    capture: true,
    description: paymentPurpose(accounts, longestDescription),
    metadata: { payment: paymentId, account },
    ...(savedMethod === null
      ? {
          confirmation: { type: 'redirect', return_url: returnTo?.success ?? '' },
          save_payment_method: saveMethod,
          ...(kind === 'sbp' && { payment_method_data: { type: 'sbp' } }),
        }
      : { payment_method_id: savedMethod }),
    receipt: receiptOf(
      {
        email,
        items: parts.map((part) => ({
          description: paymentPurpose([part.account], longestDescription),
          amount: part.amount,
        })),
      },
      vatCode,
    ),
    ...(paymentOrder === 'utilities' ? { payment_order: utilitiesOrder(request, amount, accounts) } : {}),
  }
}

const utilitiesOrder = (
  { account, payee, period }: PaymentRequest,
  amount: { value: string; currency: string },
  accounts: readonly string[],
) => {
  const [year, month] = period.split('-').map(Number)
  return {
    type: 'utilities',
    amount,
    payment_purpose: paymentPurpose(accounts, longestOrderPurpose),
    account_number: account,
    ...(period === '' ? {} : { payment_period: { month, year } }),
    recipient: {
      name: payee.name,
      inn: payee.inn,
      ...(payee.kpp ? { kpp: payee.kpp } : {}),
      bank: {
        name: cut(payee.bankName, 45),
        bic: payee.bic,
        account: payee.settlementAccount,
        correspondent_account: payee.correspondentAccount,
      },
    },
  }
}
