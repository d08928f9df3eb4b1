import { z } from 'zod'
import { accountNumber } from '~/server/account-rule.server'
import { paymentAmount } from '~/server/amount-rule.server'
import { paymentKey } from './payment-key.server'

export const personalPaymentForm = {
  name: 'pay',
  schema: z.object({
    account: accountNumber,
    amount: paymentAmount,
    /** Empty: a new card, or another way that the bank's page offers. */
    paymentMethod: z.string().max(200, 'Выберите, чем платить').optional(),
    saveMethod: z
      .string()
      .optional()
      .transform((ticked) => ticked !== undefined),
    idempotencyKey: paymentKey,
  }),
}
