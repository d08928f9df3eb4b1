import { z } from 'zod'
import { extension } from './features'
import { accountNumber, identifier } from './identifiers'
import { paymentLimits } from './limits'
import { kopecks } from './money'
import {
  payment,
  paymentAmount,
  paymentStatus,
  personalPaymentBody,
  positiveAmount,
  tooMuch,
} from './payments'
import { moment, period } from './time'

/** Without `amount`: the whole debt. */
export const basketPreviewBody = z.object({
  accounts: z.array(accountNumber).min(1),
  amount: positiveAmount.optional(),
})

const previewPart = z.object({
  account: accountNumber,
  amount: kopecks,
  /** The debts that the part pays, the oldest first. */
  periods: z.array(z.object({ period, amount: kopecks })).nullish(),
})
export type BasketPreviewPart = z.output<typeof previewPart>

/** One part for each account; accounts without a debt are left out. */
export const basketPreviewAnswer = z.object({
  data: z.object({
    amount: kopecks,
    parts: z.array(previewPart),
    /** The payee's name. */
    payee: extension(z.string()),
  }),
})
export type BasketPreview = z.output<typeof basketPreviewAnswer>['data']

/**
 * A part may be a few kopecks, such as the rest of a divided sum. The minimum amount of a payment applies to all parts
 * together.
 */
const partOfBasket = z.object({
  account: accountNumber,
  amount: positiveAmount.max(paymentLimits.most, tooMuch),
})

export const nothingToPay = 'Введите сумму хотя бы по одному лицевому счёту'

export const basketBody = z.object({
  ...personalPaymentBody.omit({ amount: true }).shape,
  parts: z
    .array(partOfBasket)
    .min(1, nothingToPay)
    .superRefine((parts, check) => {
      if (parts.length === 0) return
      for (const [index, { account }] of parts.entries())
        if (parts.findIndex((one) => one.account === account) < index)
          check.addIssue({
            code: 'custom',
            message: 'Этот лицевой счёт в платеже уже есть',
            path: [index, 'account'],
          })
      const sum = paymentAmount().safeParse(parts.reduce((total, { amount }) => total + amount, 0))
      for (const { message } of sum.error?.issues ?? []) check.addIssue({ code: 'custom', message })
    }),
})

/** One charge at the bank for several accounts. Each part is a payment; all have the same status. */
const basket = z.object({
  id: identifier,
  amount: kopecks,
  status: paymentStatus,
  /** `payment` is the id of the part's own payment. */
  parts: z.array(z.object({ account: accountNumber, amount: kopecks, payment: identifier })),
  /** Where the payer continues a pending one. */
  confirmationUrl: z.string().nullish(),
  qr: payment.shape.qr,
  expiresAt: payment.shape.expiresAt,
  /** The gateway never reported the outcome of the charge, which is pending or was given up. */
  unanswered: extension(z.boolean()),
  createdAt: extension(moment),
  /** The name of the organisation that is paid: one for all parts. */
  payee: extension(z.string()),
})
export type Basket = z.output<typeof basket>

export const basketAnswer = z.object({ data: basket })
