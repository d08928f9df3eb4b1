import { z } from 'zod'
import { defineForm } from '~/server/forms/form-definition.server'
import { postedKey } from '~/server/forms/idempotency-key.server'
import { paymentAmount } from '~/server/payments/amount-rule.server'

const whichAccount = 'Выберите лицевой счёт'

export const personalPaymentForm = defineForm({
  name: 'pay',
  schema: z.object({
    /** Of the page, not typed: it goes as it came. */
    account: z.string({ error: whichAccount }).max(64, whichAccount),
    amount: paymentAmount,
    /** Empty: a new card, or another way that the bank's page offers. */
    paymentMethod: z.string().max(200, 'Выберите, чем платить').optional(),
    saveMethod: z
      .string()
      .optional()
      .transform((ticked) => ticked !== undefined),
    idempotencyKey: postedKey,
    /** Sent by the button alone that pays although, or because, others are under way. */
    confirmed: z
      .string()
      .optional()
      .transform((sent) => sent !== undefined),
  }),
})
