import type { AppLoadContext } from '@remix-run/node'
import { typedAccountNumber } from 'contract/identifiers'
import { longestAccountNumber } from 'contract/limits'
import { guestPaymentBody, type PaymentKind, payCheckBody } from 'contract/payments'
import { amountForInput } from 'format/money'
import { readPaymentQr } from 'format/payment-qr'
import { shownText } from 'format/shown-text'
import { z } from 'zod'
import type { Failure } from '~/api-client/failure'
import { paths } from '~/paths'
import { defineForm } from '~/server/forms/form-definition.server'
import { idempotencyKeyOf, postedKey, withKey } from '~/server/forms/idempotency-key.server'
import { postedFields } from '~/server/forms/posted-fields.server'
import { errorsOfRefusal, readForm } from '~/server/forms/read-form.server'
import { seeOther } from '~/server/http/redirects.server'
import { tooManyTries } from '~/server/http/retry-after.server'
import type { Api } from '~/server/pages/guards.server'
import { kindField, typedPayment } from '~/server/payments/payment-fields.server'
import { kindsToChoose } from '~/server/upstream/features.server'
import type { FormReply } from '~/ui/post-form/form-reply'
import { rejectUnknownKey, respondToSubmit, returnAddresses } from './begin-payment.server'

/** The first step: the account number. An amount from the link is passed to the second step. */
export const accountForm = defineForm({
  name: 'check',
  schema: payCheckBody.extend({ amount: z.string().max(100).optional().catch(undefined) }),
})

const notABill =
  'Это не текст платёжного QR-кода: он начинается с ST0001. Скопируйте его целиком или введите номер лицевого счёта.'
const noAccount = 'В этом QR-коде нет номера лицевого счёта. Введите номер из квитанции.'

/** The first step with the text of the bill's QR code. */
export const qrForm = defineForm({
  name: 'qr',
  schema: z.object({
    qr: z
      .string({ error: 'Вставьте текст QR-кода' })
      .max(4000, notABill)
      .transform((text, check) => {
        const parsed = readPaymentQr(text)
        if (parsed.ok && parsed.bill.account.length <= longestAccountNumber) return parsed.bill
        const isNoBill = !parsed.ok && parsed.reason === 'not-a-bill'
        check.addIssue({ code: 'custom', message: isNoBill ? notABill : noAccount })
        return z.NEVER
      }),
  }),
})

export const guestPaymentForm = (kinds: readonly PaymentKind[]) =>
  defineForm({
    name: 'pay',
    schema: guestPaymentBody.pick({ account: true, email: true }).extend({
      amount: typedPayment,
      kind: kindField(kinds),
      idempotencyKey: postedKey,
    }),
  })

/** The account in the address with details its owner recognises; null for what the API does not return. */
interface PayableAccount {
  account: string
  address: string | null
  /** Kopecks; above zero is a debt. */
  balance: number | null
  /** Whether only a sum of a bill can be paid. */
  billSumOnly: boolean
}

type AccountCheck =
  | { ok: true; account: PayableAccount }
  | { ok: false; status: number; retryAfter: string | null; reply: FormReply }

/**
 * Checks whether the account in the address can be paid. A failure is shown as the first step's rejected form with the
 * typed number; being a GET, it can be reloaded. `requestId`: of this page's request.
 */
export const findAccount = async (api: Api, typed: string, requestId: string): Promise<AccountCheck> => {
  const parsed = typedAccountNumber.safeParse(typed)
  if (!parsed.success) {
    return formReply(400, typed, { account: parsed.error.issues.map(({ message }) => message) })
  }
  const account = parsed.data
  const result = await api.submit('payCheck', { body: { account } })
  if (!result.ok) return rejectionOf(result.failure, typed, requestId)
  const { addressMasked, balance, billSumOnly } = result.answer.data
  const address = shownText(addressMasked)
  return {
    ok: true,
    account: { account, address, balance: balance ?? null, billSumOnly: billSumOnly ?? false },
  }
}

const unknownAccount = 'Такого лицевого счёта нет. Сверьте номер с квитанцией.'

const rejectionOf = (failure: Failure, typed: string, requestId: string): AccountCheck => {
  switch (failure.kind) {
    case 'gone':
      return formReply(400, typed, { account: [failure.message || unknownAccount] })
    case 'missing':
      return formReply(404, typed, { account: [failure.message || unknownAccount] })
    case 'invalid': {
      const { form, fields } = errorsOfRefusal(failure, ['account'])
      return formReply(400, typed, { ...fields, '': form })
    }
    case 'throttled': {
      const { message, retryAfter } = failure
      return formReply(429, typed, { '': [tooManyTries(message, retryAfter)] }, { retryAfter })
    }
    case 'unavailable': {
      const words = 'Сервис временно недоступен. Попробуйте ещё раз.'
      const { status, retryAfter } = failure
      return formReply(status, typed, { '': [words] }, { retryAfter, requestId })
    }
    case 'unauthorized':
    case 'forbidden':
      return formReply(403, typed, { '': [failure.message || 'Этот лицевой счёт нельзя оплатить здесь.'] })
    case 'conflict':
      return formReply(400, typed, { '': [failure.message || 'Этот лицевой счёт сейчас нельзя оплатить.'] })
  }
}

const formReply = (
  status: number,
  typed: string,
  error: Record<string, string[]>,
  { retryAfter = null, requestId = null }: { retryAfter?: string | null; requestId?: string | null } = {},
): AccountCheck => ({
  ok: false,
  status,
  retryAfter,
  reply: {
    form: accountForm.name,
    submission: { status: 'error', initialValue: { account: typed }, error },
    flash: null,
    code: null,
    requestId,
    proof: null,
  },
})

/** Handles the form of either step. */
export const submitGuestStep = async (context: AppLoadContext, api: Api) => {
  const fields = await postedFields(context)
  if (fields.get('intent') === qrForm.name || fields.has('qr')) return readQr(context)
  return isGuestPayment(fields) ? payAsGuest(context, api) : chooseAccount(context)
}

/** The first step by number: leads to the second. */
const chooseAccount = async (context: AppLoadContext) => {
  const form = await readForm(context, accountForm)
  if (!form.ok) return form.reply
  const { account, amount } = form.value
  return seeOther(paths.pay({ account, ...(amount && { amount }) }))
}

/** The first step by QR code: leads to the second. */
const readQr = async (context: AppLoadContext) => {
  const form = await readForm(context, qrForm)
  if (!form.ok) return form.reply
  const { account, amount } = form.value.qr
  return seeOther(paths.pay({ account, ...(amount !== null && { amount: amountForInput(amount) }) }))
}

/** Whether a posted form is the second step's. */
const isGuestPayment = (fields: URLSearchParams): boolean =>
  fields.get('intent') === 'pay' || fields.has('idempotencyKey') || fields.has('email')

/** The account of a rejected second step: its address may lack the account. */
export const rejectedAccount = async (context: AppLoadContext): Promise<string | null> => {
  if (context.form.state !== 'rejected') return null
  const fields = await postedFields(context)
  return isGuestPayment(fields) ? fields.get('account') : null
}

/** The second step: begins the payment. */
const payAsGuest = async (context: AppLoadContext, api: Api) => {
  const key = idempotencyKeyOf(await postedFields(context))
  const kinds = kindsToChoose(await context.baseData.current())
  const form = await readForm(context, guestPaymentForm(kinds))
  if (!form.ok) return withKey(form.reply, key)
  const { account, amount, email, kind, idempotencyKey } = form.value
  if (!idempotencyKey) return rejectUnknownKey(form.reject, key)
  const result = await api.submit('guestPayment', {
    idempotencyKey: key,
    body: { account, amount, email, ...(kind && { kind }), ...returnAddresses(context.config, 'guest') },
  })
  const submit = { reject: form.reject, key, chargesAtOnce: false, resultPage: paths.payResult }
  return respondToSubmit(result, submit, context)
}
