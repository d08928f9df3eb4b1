import { z } from 'zod'
import { extension } from './features'
import { accountNumber, chosenAccount, chosenId, identifier } from './identifiers'
import { lastPaymentDay } from './limits'
import { kopecks } from './money'
import { consentVersion } from './pages'
import { payment, paymentAmount, paymentKind, paymentStatus, returnAddresses } from './payments'
import { day, moment } from './time'

const autopaymentRule = z.enum(['invoice', 'monthly'])

const dayOfMonth = z.int().min(1).max(lastPaymentDay)

/** What is missing to resume: a card that can be charged, or the account that the customer has removed. */
const resumeNeeds = z.enum(['card', 'account'])
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
  /** Of a paused or failed one; null: it can be resumed. */
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

export const invalidDay = `Введите день месяца: число от 1 до ${lastPaymentDay}`
export const dayOfCharge = z.int(invalidDay).min(1, invalidDay).max(lastPaymentDay, invalidDay)
export const chargeLimit = paymentAmount('Введите лимит: больше него за один раз не спишем')

/** A fixed amount over the limit would never be charged. */
export const fitsLimit = ({
  amount,
  limit,
}: {
  amount?: number | undefined
  limit?: number | undefined
}): boolean => amount === undefined || limit === undefined || amount <= limit

export const overLimit = {
  path: ['limit'],
  error: 'Лимит меньше суммы списания: так деньги не спишутся никогда',
}

/** `day` and `amount` belong to `monthly`, which needs both. */
export const newAutopaymentBody = z
  .object({
    account: chosenAccount,
    rule: z.enum(['invoice', 'monthly'], 'Выберите, когда платить'),
    day: dayOfCharge.optional(),
    amount: paymentAmount().optional(),
    limit: chargeLimit,
    consent: z.literal(true, 'Без вашего согласия на списания автоплатёж не подключить'),
    /** The version of the agreement that the customer saw. */
    consentVersion,
    kind: paymentKind,
    ...returnAddresses,
  })
  .superRefine((body, check) => {
    if (body.rule !== 'monthly') return
    for (const [field, rule] of [
      ['day', dayOfCharge],
      ['amount', paymentAmount()],
    ] as const)
      for (const { message } of rule.safeParse(body[field]).error?.issues ?? [])
        check.addIssue({ code: 'custom', path: [field], message })
    if (!fitsLimit(body)) check.addIssue({ code: 'custom', path: overLimit.path, message: overLimit.error })
  })
export const autopaymentChangeBody = z.object({
  status: z.enum(['active', 'paused'], 'Автоплатёж можно только приостановить или возобновить').optional(),
  day: dayOfCharge.optional(),
  amount: paymentAmount().optional(),
  limit: chargeLimit.optional(),
  /** The saved card to charge from now on. */
  paymentMethod: chosenId('Выберите карту').optional(),
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
