import type { ProblemExamples } from '../problem'
import { anna, card, cardId, flat, internet, keyOfForm, ninaFlat, ninaRoom, returnTo } from './demo'
import type { ExamplesOf } from './example'
import {
  mayPayTwice,
  noRight,
  nothingFound,
  signedOut,
  tooManyPayments,
  tooManyTries,
  unknownAccount,
  usedKey,
  wrongAmount,
  wrongFields,
} from './problems'

const confirmationUrl = 'https://api.example/sandbox-bank/pay/735a096f-c9bb-4ef7-8cda-421cf8c93d4e'

const guestPayment = {
  id: 'e4c224db-f4fa-4052-ac54-c0ea9ee89f0a',
  account: flat,
  amount: 150_000,
  status: 'pending' as const,
  refunded: 0,
  createdAt: '2026-11-23T09:12:44.000Z',
  paidAt: null,
  method: null,
  source: 'guest' as const,
  receiptUrl: null,
  receiptStatus: null,
  cancelReason: null,
  confirmationUrl,
}

const guestPaymentBySbp = {
  ...guestPayment,
  confirmationUrl: 'https://api.example/sandbox-bank/app/735a096f-c9bb-4ef7-8cda-421cf8c93d4e',
  qr: 'https://api.example/sandbox-bank/app/735a096f-c9bb-4ef7-8cda-421cf8c93d4e',
  expiresAt: '2026-11-23T10:12:44.000Z',
}

const pendingPayment = {
  ...guestPayment,
  id: '92e7d3e9-f97e-4253-a098-2ed8a1c5a3ef',
  account: internet,
  amount: 115_940,
  source: 'personal' as const,
}

const paid = {
  ...pendingPayment,
  status: 'succeeded' as const,
  paidAt: '2026-11-23T09:13:02.000Z',
  method: card,
  receiptStatus: 'done' as const,
  confirmationUrl: null,
}

const refused = {
  ...pendingPayment,
  id: 'c59bca35-ba17-4c35-898c-7bdc7f6acec4',
  status: 'canceled' as const,
  createdAt: '2026-11-22T18:33:00.000Z',
  method: card,
  cancelReason: 'insufficient_funds',
  confirmationUrl: null,
}

const basket = {
  id: '0b9a7c55-0d0c-4f3e-8f62-3a7a9b1c5d2e',
  amount: 341_029,
  status: 'pending' as const,
  parts: [
    { account: ninaFlat, amount: 203_078, payment: '0b9a7c55-0d0c-4f3e-8f62-3a7a9b1c5d2e' },
    { account: ninaRoom, amount: 137_951, payment: '61f2f5f0-3f0e-4d06-9d5e-6fd0c6f7c7a4' },
  ],
  confirmationUrl,
  unanswered: false,
  createdAt: paid.createdAt,
  payee: 'ООО «УК „Тихий берег“»',
}

const differentPayees: ProblemExamples = [
  {
    code: 'different_payees',
    message: 'Эти лицевые счета принадлежат разным получателям: каждому нужен свой платёж.',
    groups: [[flat], [internet]],
  },
]

export const paymentsExamples: ExamplesOf<
  | 'history'
  | 'payCheck'
  | 'guestPayment'
  | 'guestPaymentState'
  | 'personalPayment'
  | 'personalPaymentState'
  | 'basketPreview'
  | 'beginBasket'
  | 'basket'
  | 'savedMethods'
  | 'deleteSavedMethod'
> = {
  history: {
    request: { id: internet, query: { from: '2026-11-01', to: '2026-11-30', limit: '20' } },
    answer: {
      data: [
        { ...paid, own: true, unanswered: false },
        { ...refused, own: true, unanswered: false },
      ],
      meta: { nextCursor: null, count: 2, totalAmount: 231_880, paidCount: 1, paidAmount: paid.amount },
    },
    problems: {
      401: signedOut,
      404: nothingFound,
      422: [wrongFields({ from: ['Такого дня нет. Укажите другой или оставьте поле пустым.'] })],
    },
  },
  payCheck: {
    request: { body: { account: flat } },
    answer: {
      data: { account: flat, addressMasked: 'г. Тихобережск, ул. Са…, д. 14, кв. …', balance: 0 },
    },
    problems: {
      404: unknownAccount,
      422: [wrongFields({ account: ['Введите номер лицевого счёта: он напечатан в квитанции'] })],
      429: tooManyTries,
    },
  },
  guestPayment: {
    request: {
      idempotencyKey: keyOfForm,
      body: {
        account: flat,
        amount: 150_000,
        email: anna.email,
        kind: 'sbp',
        successUrl: 'https://portal.example/pay/success',
        failedUrl: 'https://portal.example/pay/failed',
      },
    },
    answer: { data: guestPaymentBySbp },
    problems: { 404: unknownAccount, 422: wrongAmount, 429: tooManyPayments },
  },
  guestPaymentState: {
    request: { id: guestPayment.id },
    answer: { data: { ...guestPaymentBySbp, account: '•••• 8513' } },
    problems: { 404: nothingFound },
  },
  personalPayment: {
    request: {
      id: internet,
      idempotencyKey: keyOfForm,
      confirmed: false,
      displayedBalances: [115_940],
      body: { amount: 115_940, saveMethod: true, ...returnTo('/personal/pay') },
    },
    answer: { data: pendingPayment },
    problems: {
      401: signedOut,
      403: noRight,
      404: nothingFound,
      422: [wrongAmount[0], mayPayTwice, usedKey],
      429: tooManyPayments,
    },
  },
  personalPaymentState: {
    request: { id: paid.id },
    answer: { data: { ...paid, unanswered: false } },
    problems: { 401: signedOut, 404: nothingFound },
  },
  basketPreview: {
    request: { body: { accounts: [ninaFlat, ninaRoom] } },
    answer: {
      data: {
        amount: 341_029,
        parts: [
          { account: ninaFlat, amount: 203_078, periods: [{ period: '2026-10', amount: 203_078 }] },
          { account: ninaRoom, amount: 137_951, periods: [{ period: '2026-10', amount: 137_951 }] },
        ],
        payee: 'ООО «Тихий берег»',
      },
    },
    problems: { 401: signedOut, 403: noRight, 404: nothingFound, 422: differentPayees },
  },
  beginBasket: {
    request: {
      idempotencyKey: keyOfForm,
      confirmed: false,
      displayedBalances: [203_078, 137_951],
      body: {
        parts: [
          { account: ninaFlat, amount: 203_078 },
          { account: ninaRoom, amount: 137_951 },
        ],
        saveMethod: false,
        ...returnTo('/personal/pay'),
      },
    },
    answer: { data: basket },
    problems: {
      401: signedOut,
      403: noRight,
      409: [
        {
          message: `Лицевого счёта ${ninaRoom} больше нет в вашем кабинете. Обновите страницу и выберите лицевые счета заново.`,
        },
      ],
      422: [...differentPayees, mayPayTwice, usedKey],
      429: tooManyPayments,
    },
  },
  basket: {
    request: { id: basket.id },
    answer: { data: { ...basket, status: 'succeeded', confirmationUrl: null, unanswered: false } },
    problems: { 401: signedOut, 404: nothingFound },
  },
  savedMethods: {
    request: {},
    answer: { data: [{ id: cardId, ...card, expiresAt: '2030-08-31' }] },
    problems: { 401: signedOut },
  },
  deleteSavedMethod: { request: { id: cardId }, problems: { 401: signedOut, 404: nothingFound } },
}
