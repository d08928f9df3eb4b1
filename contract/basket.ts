import { z } from 'zod'
import { extension } from './extension'
import { accountNumber, identifier } from './identifiers'
import { kopecks } from './money'
import { payment, paymentKind, paymentStatus, returnAddresses } from './payments'
import { moment, period } from './time'

/** Without `amount` all that is owed is meant. */
export const basketPreviewBody = z.object({
  accounts: z.array(accountNumber).min(1),
  amount: kopecks.optional(),
})

const previewPart = z.object({
  account: accountNumber,
  amount: kopecks,
  /** The debts that the part pays, the oldest first. */
  periods: z.array(z.object({ period, amount: kopecks })).nullish(),
})
export type BasketPreviewPart = z.output<typeof previewPart>

/** One part an account; accounts that owe nothing are left out. */
export const basketPreviewAnswer = z.object({
  data: z.object({
    amount: kopecks,
    parts: z.array(previewPart),
    /** The name of the organisation that is paid. */
    payee: extension(z.string()),
  }),
})
export type BasketPreview = z.output<typeof basketPreviewAnswer>['data']

export const basketBody = z.object({
  parts: z.array(z.object({ account: accountNumber, amount: kopecks })).min(1),
  saveMethod: z.boolean(),
  paymentMethod: identifier.optional(),
  kind: paymentKind,
  ...returnAddresses,
})

/** One charge at the bank for several accounts: one payment a part, all of one fate. */
export const basket = z.object({
  id: identifier,
  amount: kopecks,
  status: paymentStatus,
  /** `payment` is the id of the part's own payment. */
  parts: z.array(z.object({ account: accountNumber, amount: kopecks, payment: identifier })),
  /** Where the payer continues a pending one. */
  confirmationUrl: z.string().nullish(),
  qr: payment.shape.qr,
  expiresAt: payment.shape.expiresAt,
  /** No gateway will ever tell what became of the charge, whether it is pending or was given up. */
  unanswered: extension(z.boolean()),
  createdAt: extension(moment),
  /** The name of the organisation that is paid: one for all parts. */
  payee: extension(z.string()),
})
export type Basket = z.output<typeof basket>

export const basketAnswer = z.object({ data: basket })
