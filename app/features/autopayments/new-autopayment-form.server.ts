import { fitsLimit, newAutopaymentBody, overLimit } from 'contract/autopayments'
import type { PaymentKind } from 'contract/payments'
import { z } from 'zod'
import { defineForm } from '~/server/forms/form-definition.server'
import { postedKey } from '~/server/forms/idempotency-key.server'
import { kindField, typedLimit } from '~/server/payments/payment-fields.server'
import { ignoredMonthlyFields, monthlyFields } from './autopayment-rules.server'

const { account, consent, consentVersion, rule } = newAutopaymentBody.shape

const anyRule = (kinds: readonly PaymentKind[]) =>
  z.object({
    account,
    limit: typedLimit,
    consent,
    consentVersion,
    kind: kindField(kinds),
    idempotencyKey: postedKey,
  })

const byInvoice = (kinds: readonly PaymentKind[]) =>
  anyRule(kinds).extend({
    rule: rule.extract(['invoice']),
    ...ignoredMonthlyFields,
  })

const monthly = (kinds: readonly PaymentKind[]) =>
  anyRule(kinds)
    .extend({ rule: rule.extract(['monthly']), ...monthlyFields })
    .refine(fitsLimit, overLimit)

/** The form of a new autopayment, by its posted `rule`: only `monthly` has a day and an amount. */
export const newAutopaymentForm = (rule: unknown, kinds: readonly PaymentKind[]) =>
  defineForm({
    name: 'new-autopayment',
    schema: rule === 'monthly' ? monthly(kinds) : byInvoice(kinds),
  })

/** What the form of a new autopayment says of what pays. `sbp`: SBP is a choice beside cards. */
export const newAutopaymentWords = (sbp: boolean) => ({
  lead: `Квитанции будут оплачиваться с вашей карты${sbp ? ' или счёта через СБП' : ''} автоматически. За день до каждого списания пришлём письмо со ссылкой: по ней от списания можно отказаться.`,
  pending: sbp ? 'Начинаем оплату…' : 'Открываем страницу банка…',
  note: `${sbp ? 'Карту или счёт привяжет первый платёж в банке' : 'Карту привяжет первый платёж на странице банка'}: то, что сейчас к оплате по этому лицевому счёту, а если долга нет\u00a0— 1\u00a0₽. Начатую оплату по нему тогда не продолжайте, чтобы не заплатить дважды. Полного номера и кода карты мы не видим и не храним.`,
})
