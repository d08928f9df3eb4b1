import { guestPaymentBody, type PaymentKind } from 'contract/payments'
import { defineForm } from '~/server/forms/form-definition.server'
import { postedKey } from '~/server/forms/idempotency-key.server'
import { kindField, typedPayment } from '~/server/payments/payment-fields.server'

export const guestPaymentForm = (kinds: readonly PaymentKind[]) =>
  defineForm({
    name: 'pay',
    schema: guestPaymentBody.pick({ account: true, email: true }).extend({
      amount: typedPayment,
      kind: kindField(kinds),
      idempotencyKey: postedKey,
    }),
  })
