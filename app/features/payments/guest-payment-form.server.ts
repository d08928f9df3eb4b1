import { z } from 'zod'
import { accountNumber } from '~/server/account-rule.server'
import { paymentAmount } from '~/server/amount-rule.server'
import { email } from '~/server/field-rules.server'
import { paymentKey } from '~/server/payment-key.server'

export const guestPaymentForm = {
  name: 'pay',
  schema: z.object({ account: accountNumber, amount: paymentAmount, email, idempotencyKey: paymentKey }),
}
