import { typedAccountNumber } from 'api/http/field-rules'
import { amountRule, paymentKindRule, returnAddresses } from 'api/payments'
import { autopaymentChangeBody, newAutopaymentBody } from 'contract/autopayments'
import { lastPaymentDay, paymentLimits } from 'contract/limits'
import type { PaymentKind } from 'contract/payments'
import { formatWholeRubles } from 'format/money'
import { z } from 'zod'
import { overLimit } from './autopayments.errors'

const words = {
  account: 'Выберите лицевой счёт.',
  rule: 'Выберите, когда платить.',
  day: `Выберите день с 1 по ${lastPaymentDay}.`,
  amount: 'Введите сумму в рублях и копейках.',
  limit: 'Введите лимит в рублях и копейках.',
  least: `Не меньше ${formatWholeRubles(paymentLimits.least)}.`,
  most: `Не больше ${formatWholeRubles(paymentLimits.most)}.`,
  consent: 'Без согласия автоплатёж не подключить.',
  status: 'Автоплатёж можно только приостановить или возобновить.',
  overLimit,
}

const account = typedAccountNumber({ missing: words.account, tooLong: words.account })

const sum = (noNumber: string) => amountRule({ noNumber, tooLittle: words.least, tooMuch: words.most })

const day = z
  .number(words.day)
  .refine((number) => Number.isInteger(number) && number >= 1 && number <= lastPaymentDay, words.day)

export const newAutopaymentRules = (publicUrl: string, kinds: readonly PaymentKind[]) =>
  newAutopaymentBody
    .extend({
      account,
      rule: z.enum(['invoice', 'monthly'], words.rule),
      day: day.optional(),
      amount: sum(words.amount).optional(),
      limit: sum(words.limit),
      consent: z.literal(true, words.consent),
      kind: paymentKindRule(kinds),
      ...returnAddresses(publicUrl),
    })
    .superRefine((given, context) => {
      if (given.rule !== 'monthly') return
      if (given.day === undefined) context.addIssue({ code: 'custom', path: ['day'], message: words.day })
      if (given.amount === undefined)
        context.addIssue({ code: 'custom', path: ['amount'], message: words.amount })
      else if (given.amount > given.limit)
        context.addIssue({ code: 'custom', path: ['amount'], message: words.overLimit })
    })

export const autopaymentChangeRules = autopaymentChangeBody.extend({
  status: z.enum(['active', 'paused'], words.status).optional(),
  day: day.optional(),
  amount: sum(words.amount).optional(),
  limit: sum(words.limit).optional(),
})
