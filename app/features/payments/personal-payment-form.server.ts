import type { PaymentKind } from 'contract/payments'
import { z } from 'zod'
import { checkbox, kindField, LONGEST_RETURNED_ID } from '~/server/forms/field-rules.server'
import { defineForm } from '~/server/forms/form-definition.server'
import { postedKey } from '~/server/forms/idempotency-key.server'
import { paymentAmount } from '~/server/payments/amount-rule.server'

const missingAccount = 'Выберите лицевой счёт'

export const personalPaymentForm = (kinds: readonly PaymentKind[], posted: URLSearchParams) =>
  defineForm({
    name: 'pay',
    schema: z.object({
      /** A hidden field. */
      account: z.string({ error: missingAccount }).max(LONGEST_RETURNED_ID, missingAccount),
      amount: paymentAmount,
      /** Empty: a new card, or another method of the bank's page. */
      paymentMethod: z.string().max(LONGEST_RETURNED_ID, 'Выберите, чем платить').optional(),
      saveMethod: checkbox,
      kind: kindField(posted.get('paymentMethod') ? [] : kinds),
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
