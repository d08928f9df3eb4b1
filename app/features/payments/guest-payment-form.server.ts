import { typedAccountNumber } from 'contract/identifiers'
import type { PaymentKind } from 'contract/payments'
import { email } from 'contract/users'
import { z } from 'zod'
import { kindField } from '~/server/forms/field-rules.server'
import { defineForm } from '~/server/forms/form-definition.server'
import { postedKey } from '~/server/forms/idempotency-key.server'
import { paymentAmount } from '~/server/payments/amount-rule.server'

export const guestPaymentForm = (kinds: readonly PaymentKind[]) =>
  defineForm({
    name: 'pay',
    schema: z.object({
      account: typedAccountNumber,
      amount: paymentAmount,
      email,
      kind: kindField(kinds),
      idempotencyKey: postedKey,
    }),
  })
