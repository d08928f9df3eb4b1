import {
  autopaymentChangeBody,
  dayOfCharge,
  fitsLimit,
  invalidDay,
  newAutopaymentBody,
  overLimit,
} from 'contract/autopayments'
import { longestReturnedId } from 'contract/limits'
import type { PaymentKind } from 'contract/payments'
import { z } from 'zod'
import { defineForm } from '~/server/forms/form-definition.server'
import { postedKey } from '~/server/forms/idempotency-key.server'
import { ignoredField, kindField, typedLimit, typedPayment } from '~/server/payments/payment-fields.server'

/** The day of a monthly charge. */
const typedDay = z
  .string(invalidDay)
  .trim()
  .regex(/^\d{1,2}$/, invalidDay)
  .transform(Number)
  .pipe(dayOfCharge)

const monthlyFields = { day: typedDay, amount: typedPayment }

/** The fields of the other rule. */
const ignoredMonthlyFields = { day: ignoredField, amount: ignoredField }

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

const anyChange = autopaymentChangeBody.pick({ paymentMethod: true }).extend({ limit: typedLimit })
const changeByInvoice = anyChange.extend(ignoredMonthlyFields)
const monthlyChange = anyChange.extend(monthlyFields).refine(fitsLimit, overLimit)

/** The changeable fields of an autopayment. Its rule is fixed and comes in a hidden field. */
export const changeAutopaymentForm = (rule: unknown) =>
  defineForm({ name: 'change-autopayment', schema: rule === 'monthly' ? monthlyChange : changeByInvoice })

/** The button that pauses or resumes an autopayment of the list. */
export const setStatusForm = defineForm({
  name: 'set-status',
  schema: z
    .object({
      id: z.string().max(longestReturnedId).catch(''),
      status: z.enum(['active', 'paused']).catch('paused'),
    })
    .refine(({ id }) => id !== '', 'Выберите автоплатёж.'),
})

/** The button that unlinks a saved card, or an account bound through SBP. */
export const unlinkCardForm = defineForm({
  name: 'unlink-card',
  schema: z
    .object({
      paymentMethod: z.string().max(longestReturnedId).catch(''),
      /** Only for the words of the answer. */
      kind: z.enum(['card', 'sbp']).catch('card'),
      /** Sent only by the button that answers the question. */
      confirmed: z
        .string()
        .optional()
        .transform((sent) => sent !== undefined),
    })
    .refine(({ paymentMethod }) => paymentMethod !== '', 'Выберите карту.'),
})

/** A button without fields: the id is in the page's address. */
export const removeAutopaymentForm = defineForm({ name: 'remove-autopayment', schema: z.object({}) })
