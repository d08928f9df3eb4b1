import { z } from 'zod'
import { declineReasons } from './decline-reasons'
import { accountNumber, identifier } from './identifiers'
import { kopecks } from './money'
import { day, moment } from './time'

export const declineReason = z.enum(declineReasons)

export const paymentStatus = z.enum(['pending', 'succeeded', 'canceled'])
export type PaymentStatus = z.output<typeof paymentStatus>

export const payment = z.object({
  id: identifier,
  account: accountNumber,
  amount: kopecks,
  status: paymentStatus,
  /** Given back so far, at most `amount`; the status of a payment that was given back stays `succeeded`. */
  refunded: kopecks.nullish(),
  createdAt: moment,
  paidAt: moment.nullish(),
  /** What it was paid by; of a pending one the saved method that is being charged. */
  method: z.object({ kind: z.enum(['card', 'sbp', 'sberpay', 'other']), title: z.string() }).nullish(),
  source: z.enum(['guest', 'personal', 'autopayment']),
  receiptUrl: z.string().nullish(),
  receiptStatus: z.enum(['pending', 'done', 'failed']).nullish(),
  /** Why a canceled one was canceled; general words are shown for what is not in the list. */
  cancelReason: z.union([declineReason, z.string()]).nullish(),
  /** Where a pending one is continued. A history may leave it out. */
  confirmationUrl: z.string().nullish(),
  /**
   * In a history: whether the reader has made it. What others have made is not told of by `personalPaymentState`. An API
   * that leaves it out is taken to list the reader's own.
   */
  own: z.boolean().nullish(),
  /**
   * In a history, of the reader's own pending charge of a saved card: the gateway never told what became of it, and can't
   * be asked any more. The money may have been taken or not; nothing is lowered by it.
   */
  unanswered: z.boolean().nullish(),
})
export type Payment = z.output<typeof payment>

export const paymentAnswer = z.object({ data: payment })

export const historyQuery = z.object({
  from: z.string().optional(),
  to: z.string().optional(),
  status: z.string().optional(),
  cursor: z.string().optional(),
  limit: z.string().optional(),
})
export const historyAnswer = z.object({
  data: z.array(payment),
  meta: z.object({ nextCursor: z.string().nullable(), count: z.int(), totalAmount: kopecks }),
})

export const payCheckBody = z.object({ account: accountNumber })
export const payCheckAnswer = z.object({
  data: z.object({
    account: accountNumber,
    addressMasked: z.string().nullish(),
    balance: kopecks.nullish(),
  }),
})

const returnAddresses = { successUrl: z.string(), failedUrl: z.string() }

export const guestPaymentBody = z.object({
  account: accountNumber,
  amount: kopecks,
  email: z.string(),
  ...returnAddresses,
})
export const personalPaymentBody = z.object({
  amount: kopecks,
  saveMethod: z.boolean(),
  paymentMethod: identifier.optional(),
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
