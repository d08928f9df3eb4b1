import { formatWholeRubles } from 'format/money'
import { z } from 'zod'
import { declineReasons } from './decline-reasons'
import { extension } from './features'
import { accountNumber, chosenId, identifier, numberInQuery, typedAccountNumber } from './identifiers'
import { mostPaymentsOnPage, paymentLimits } from './limits'
import { kopecks } from './money'
import { day, moment } from './time'
import { email } from './users'

/** What the customer chooses before the bank's page: a card, or SBP, a bank transfer by QR code. */
export const paymentKinds = ['card', 'sbp'] as const
export type PaymentKind = (typeof paymentKinds)[number]

/** How a payment was made. */
const methodKind = z.enum(['card', 'sbp', 'sberpay', 'other'])
export type MethodKind = z.output<typeof methodKind>

const declineReason = z.enum(declineReasons)

export const paymentStatus = z.enum(['pending', 'succeeded', 'canceled'])
export type PaymentStatus = z.output<typeof paymentStatus>

export const payment = z.object({
  id: identifier,
  account: accountNumber,
  amount: kopecks,
  status: paymentStatus,
  /** Refunded so far, at most `amount`; the status of a refunded payment stays `succeeded`. */
  refunded: kopecks.nullish(),
  createdAt: moment,
  paidAt: moment.nullish(),
  /** The method it was paid with; for a pending payment the saved method being charged. */
  method: z.object({ kind: methodKind, title: z.string() }).nullish(),
  source: z.enum(['guest', 'personal', 'autopayment']),
  receiptUrl: z.string().nullish(),
  receiptStatus: z.enum(['pending', 'done', 'failed']).nullish(),
  /** Why it was canceled; the portal shows general words for an unlisted value. */
  cancelReason: z.union([declineReason, z.string()]).nullish(),
  /** Where the payer continues a pending payment. A history may leave it out. */
  confirmationUrl: z.string().nullish(),
  /** Of a pending payment through SBP: the text of the QR code that bank apps scan. `confirmationUrl` opens the app. */
  qr: z.string().nullish(),
  /** Until when the QR code is valid. */
  expiresAt: moment.nullish(),
  /**
   * In a history: whether the reader made it. `personalPaymentState` does not return others' payments. Without the
   * field, all listed payments are the reader's own.
   */
  own: extension(z.boolean()),
  /**
   * In a history and in `personalPaymentState`, for the reader's own pending charge of a saved card: the gateway never
   * reported its outcome and can't be asked any more. The money may have been charged or not; the debt is not reduced.
   */
  unanswered: extension(z.boolean()),
  /**
   * In a history, for the reader's own pending payment that is part of one for several accounts: the basket's id, and
   * what the bank charges for all of them.
   */
  basket: extension(z.object({ id: identifier, amount: kopecks })),
  /** In `guestPaymentState` and `personalPaymentState`: the name of the organisation that is paid. */
  payee: extension(z.string()),
  /** In `guestPaymentState`: as in `payCheck`, because the answer does not name the account. */
  addressMasked: extension(z.string()),
  balance: extension(kopecks),
})
export type Payment = z.output<typeof payment>

export const paymentAnswer = z.object({ data: payment })

const badDay = 'Такого дня нет. Укажите другой или оставьте поле пустым.'

// Outside these years a day's beginning and end can't be written as moments that sort as text.
const filterDay = z.iso
  .date({ error: badDay, abort: true })
  .refine((typed) => typed >= '1970-01-01' && typed <= '2999-12-31', badDay)

/** Which payments a history shows: from the first to the last day, both included, and of one status. */
export const historyFilter = z
  .object({
    from: filterDay.optional(),
    to: filterDay.optional(),
    status: z.enum(paymentStatus.options, 'Такого состояния нет. Выберите одно из списка.').optional(),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    error: 'Последний день раньше первого. Поменяйте дни местами.',
  })
export const historyQuery = historyFilter.safeExtend({
  cursor: z.string().optional(),
  limit: numberInQuery(mostPaymentsOnPage).optional(),
})
export const historyAnswer = z.object({
  data: z.array(payment),
  /** Over all payments of the filter, not only this page. */
  meta: z.object({
    nextCursor: z.string().nullable(),
    count: z.int(),
    totalAmount: kopecks,
    /** Succeeded payments only; the amount is less what was refunded. */
    paidCount: z.int().nullish(),
    paidAmount: kopecks.nullish(),
  }),
})

export const payCheckBody = z.object({ account: typedAccountNumber })
export const payCheckAnswer = z.object({
  data: z.object({
    account: accountNumber,
    addressMasked: z.string().nullish(),
    balance: kopecks.nullish(),
    /**
     * An extension: too many unknown numbers came from this address; a payment has to be of a sum that a bill asks for.
     */
    billSumOnly: z.boolean().nullish(),
  }),
})

export const noAmount = 'Введите сумму'
const notAboveZero = 'Введите сумму больше нуля'
export const tooMuch = `Наибольшая сумма одного платежа — ${formatWholeRubles(paymentLimits.most)}`

/** Kopecks above zero. */
export const positiveAmount = z
  .int({ error: noAmount, abort: true })
  .positive(notAboveZero)
  .brand<'Kopecks'>()

/** Kopecks within the limits of one payment. */
export const paymentAmount = (whenMissing = noAmount) =>
  z
    .int({ error: whenMissing, abort: true })
    .refine((amount) => amount !== 0, { error: notAboveZero, abort: true })
    .min(paymentLimits.least, `Наименьшая сумма платежа — ${formatWholeRubles(paymentLimits.least)}`)
    .max(paymentLimits.most, tooMuch)
    .brand<'Kopecks'>()

export const returnAddresses = { successUrl: z.string(), failedUrl: z.string() }

export const noMethod = 'Выберите, чем платить'
/** A saved card, or an account bound through SBP. */
const paymentMethod = chosenId(noMethod).optional()

/** The customer's choice; absent with a saved method, and without a choice. */
export const paymentKind = z.enum(paymentKinds, noMethod).optional()

export const guestPaymentBody = z.object({
  account: typedAccountNumber,
  amount: paymentAmount(),
  email,
  kind: paymentKind,
  ...returnAddresses,
})
export const personalPaymentBody = z.object({
  amount: paymentAmount(),
  saveMethod: z.boolean(),
  paymentMethod,
  kind: paymentKind,
  ...returnAddresses,
})

export const savedMethod = z.object({
  id: identifier,
  kind: z.string(),
  title: z.string(),
  expiresAt: z.union([day, moment, z.string()]).nullish(),
})
export type SavedMethod = z.output<typeof savedMethod>
export const savedMethodsAnswer = z.object({ data: z.array(savedMethod) })
