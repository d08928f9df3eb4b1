import { z } from 'zod'
import { extension } from './extension'
import { accountNumber, identifier } from './identifiers'
import { lastPaymentDay } from './limits'
import { kopecks } from './money'
import { consentVersion } from './pages'
import { payment, paymentKind, paymentStatus } from './payments'
import { day, moment } from './time'

const autopaymentRule = z.enum(['invoice', 'monthly'])

const dayOfMonth = z.int().min(1).max(lastPaymentDay)

/** What prevents resuming: no card that can be charged, or an account that the customer has removed. */
export const resumeNeeds = z.enum(['card', 'account'])
export type ResumeNeeds = z.output<typeof resumeNeeds>

/** `invoice` pays the amount of each new invoice, `monthly` a fixed amount on a day; no charge is over `limit`. */
export const autopayment = z.object({
  id: identifier,
  account: accountNumber,
  rule: autopaymentRule,
  day: dayOfMonth.nullish(),
  amount: kopecks.nullish(),
  limit: kopecks,
  status: z.enum(['pending', 'active', 'paused', 'failed']),
  method: payment.shape.method,
  /** The id of the saved card that it charges. */
  paymentMethod: extension(identifier),
  nextRunAt: z.union([moment, day]).nullish(),
  lastPayment: z
    .object({ id: identifier, amount: kopecks, status: paymentStatus, at: z.union([moment, day]) })
    .nullish(),
  failReason: z.string().nullish(),
  /** The payment that saved its card. */
  firstPayment: extension(identifier),
  /** What a paused or failed one needs to be active again; null: nothing. */
  resumeNeeds: extension(resumeNeeds),
})
export type Autopayment = z.output<typeof autopayment>

export const autopaymentsAnswer = z.object({ data: z.array(autopayment) })
export const autopaymentAnswer = z.object({ data: autopayment })
export const newAutopaymentAnswer = z.object({
  data: autopayment.extend({
    firstPayment: identifier.nullish(),
    confirmationUrl: payment.shape.confirmationUrl,
    qr: payment.shape.qr,
    expiresAt: payment.shape.expiresAt,
  }),
})

export const newAutopaymentBody = z.object({
  account: accountNumber,
  rule: autopaymentRule,
  day: dayOfMonth.optional(),
  amount: kopecks.optional(),
  limit: kopecks,
  consent: z.literal(true),
  /** The version of the agreement that the customer saw. */
  consentVersion,
  kind: paymentKind,
  successUrl: z.string(),
  failedUrl: z.string(),
})
export const autopaymentChangeBody = z.object({
  status: z.enum(['active', 'paused']).optional(),
  day: dayOfMonth.optional(),
  amount: kopecks.optional(),
  limit: kopecks.optional(),
  /** The saved card to charge from now on. */
  paymentMethod: identifier.optional(),
})

export const autopaymentRun = z.object({
  at: moment,
  outcome: z.enum(['charged', 'skipped', 'failed']),
  reason: z.string().nullish(),
  amount: kopecks.nullish(),
  payment: identifier.nullish(),
})
export type AutopaymentRun = z.output<typeof autopaymentRun>
export const autopaymentRunsAnswer = z.object({ data: z.array(autopaymentRun) })
