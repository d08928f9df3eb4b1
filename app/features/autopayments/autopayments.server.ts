import {
  type Autopayment,
  autopaymentChangeBody,
  dayOfCharge,
  fitsLimit,
  invalidDay,
  newAutopaymentBody,
  overLimit,
} from 'contract/autopayments'
import { longestReturnedId } from 'contract/limits'
import type { PaymentKind, SavedMethod } from 'contract/payments'
import { problemCodes } from 'contract/problem'
import { formatMethodTitle } from 'format/payment-method'
import { z } from 'zod'
import type { Failure } from '~/api-client/failure'
import { defineForm } from '~/server/forms/form-definition.server'
import { postedKey } from '~/server/forms/idempotency-key.server'
import { type Api, pageNotFound } from '~/server/pages/guards.server'
import {
  confirmedField,
  ignoredField,
  kindField,
  typedLimit,
  typedPayment,
} from '~/server/payments/payment-fields.server'

/** The day of a monthly charge. */
const typedDay = z
  .string(invalidDay)
  .trim()
  .regex(/^\d{1,2}$/, invalidDay)
  .transform(Number)
  .pipe(dayOfCharge)

const monthlyFields = { day: typedDay, amount: typedPayment }

/** The fields of `monthly` in a form of the rule `invoice`. */
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
      confirmed: confirmedField,
    })
    .refine(({ paymentMethod }) => paymentMethod !== '', 'Выберите карту.'),
})

/** A button without fields: the id is in the page's address. */
export const removeAutopaymentForm = defineForm({ name: 'remove-autopayment', schema: z.object({}) })

/** The customer's autopayment by its id. Throws the 404 screen for any other, also another customer's. */
export const findAutopayment = async (request: Request, api: Api, id: string): Promise<Autopayment> => {
  const { data } = await api.load('autopayments', {})
  const autopayment = data.find((autopayment) => autopayment.id === id)
  if (autopayment) return autopayment
  throw pageNotFound(request)
}

/**
 * The accounts whose autopayments pay with the card. An autopayment names its card by the title alone: another card with the
 * same title counts as well.
 */
const accountsPaidBy = (card: SavedMethod | undefined, autopayments: readonly Autopayment[]): string[] =>
  autopayments.flatMap(({ account, status, method }) =>
    card &&
    method &&
    (status === 'active' || status === 'paused') &&
    formatMethodTitle(method.title) === formatMethodTitle(card.title)
      ? [account]
      : [],
  )

/** The question before the card is unlinked; null if no autopayment pays with it. */
const questionWords = (card: SavedMethod | undefined, accounts: readonly string[]): string | null => {
  if (accounts.length === 0) return null
  const [from, withAnother] =
    card?.kind === 'sbp'
      ? ['С этого банковского счёта', 'с картой или другим банковским счётом']
      : ['С этой карты', 'с другой картой']
  return accounts.length === 1
    ? `${from} платит автоплатёж по лицевому счёту ${accounts.join()}. Он остановится: дальше платите сами или подключите его заново ${withAnother}.`
    : `${from} платят автоплатежи по лицевым счетам ${accounts.join(', ')}. Они остановятся: дальше платите сами или подключите их заново ${withAnother}.`
}

/** The question before the card is unlinked; null if no autopayment pays with it, or if that is unknown. */
export const unlinkQuestion = async (api: Api, id: string): Promise<Failure | null> => {
  const [methods, autopayments] = await Promise.all([
    api.submit('savedMethods', {}),
    api.submit('autopayments', {}),
  ])
  if (!methods.ok || !autopayments.ok) return null
  const card = methods.answer.data.find((method) => method.id === id)
  const words = questionWords(card, accountsPaidBy(card, autopayments.answer.data))
  return words === null
    ? null
    : {
        kind: 'invalid',
        message: '',
        code: problemCodes.confirmRequired,
        errors: { '': [words] },
        proof: null,
      }
}
