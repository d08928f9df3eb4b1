import type { PaymentRequest } from '../payment-gateway'
import type { YookassaConfig } from './yookassa.config'
import { paymentPurpose } from './yookassa.words'

const cut = (text: string, length: number) => [...text].slice(0, length).join('')

/** Kopecks as the gateway writes sums: 260091 → '2600.91'. */
export const amountValue = (kopecks: number): string => {
  const digits = String(kopecks).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The fiscal receipt of a payment or of a partial refund, an item for each account; `amount` in kopecks. */
export const receiptOf = (
  { email, items }: { email: string; items: readonly { purpose: string; amount: number }[] },
  vatCode: number,
) => ({
  customer: { email },
  items: items.map(({ purpose, amount }) => ({
    description: cut(purpose, 128),
    quantity: '1.00',
    amount: { value: amountValue(amount), currency: 'RUB' },
    vat_code: vatCode,
    payment_subject: 'service',
    payment_mode: 'full_payment',
  })),
})

/** What a payment order takes of an account's number. */
export const longestOrderAccount = 30

/** The body of a payment's creation. The same request and settings give the same body. */
export const creationBody = (
  request: PaymentRequest,
  { vatCode, paymentOrder }: Pick<YookassaConfig, 'vatCode' | 'paymentOrder'>,
) => {
  const { paymentId, account, email, returnTo, savedMethod, saveMethod } = request
  const amount = { value: amountValue(request.amount), currency: 'RUB' }
  const parts = request.parts ?? [{ account, amount: request.amount }]
  const purpose = paymentPurpose(parts.map((part) => part.account))
  return {
    amount,
    capture: true,
    description: cut(purpose, 128),
    metadata: { payment: paymentId, account },
    ...(savedMethod === null
      ? {
          confirmation: { type: 'redirect', return_url: returnTo?.success ?? '' },
          save_payment_method: saveMethod,
        }
      : { payment_method_id: savedMethod }),
    receipt: receiptOf(
      {
        email,
        items: parts.map((part) => ({ purpose: paymentPurpose([part.account]), amount: part.amount })),
      },
      vatCode,
    ),
    ...(paymentOrder === 'utilities' ? { payment_order: utilitiesOrder(request, amount, purpose) } : {}),
  }
}

const utilitiesOrder = (
  { account, payee, period }: PaymentRequest,
  amount: { value: string; currency: string },
  purpose: string,
) => {
  const [year, month] = period.split('-').map(Number)
  return {
    type: 'utilities',
    amount,
    payment_purpose: cut(purpose, 210),
    account_number: account,
    payment_period: { month, year },
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
