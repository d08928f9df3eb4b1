import { chosenAccount } from 'contract/identifiers'
import { type PaymentKind, personalPaymentBody } from 'contract/payments'
import { z } from 'zod'
import { defineForm } from '~/server/forms/form-definition.server'
import { postedKey } from '~/server/forms/idempotency-key.server'
import { kindField, typedPayment } from '~/server/payments/payment-fields.server'

export const personalPaymentForm = (kinds: readonly PaymentKind[], fields: URLSearchParams) =>
  defineForm({
    name: 'pay',
    // Without a saved method: a new card, or another method of the bank's page.
    schema: personalPaymentBody.pick({ paymentMethod: true, saveMethod: true }).extend({
      /** A hidden field. */
      account: chosenAccount,
      amount: typedPayment,
      kind: kindField(fields.get('paymentMethod') ? [] : kinds),
      idempotencyKey: postedKey,
      /** What was owed by the page, kopecks; null for what is no such number. */
      seenBalance: z
        .string()
        .optional()
        .transform((sent) => (sent && /^-?\d{1,15}$/.test(sent) ? Number(sent) : null)),
      /** Sent only by the button that pays although others are pending. */
      confirmed: z
        .string()
        .optional()
        .transform((sent) => sent !== undefined),
    }),
  })
