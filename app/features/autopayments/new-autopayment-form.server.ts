import { consentVersion } from 'contract/pages'
import type { PaymentKind } from 'contract/payments'
import { z } from 'zod'
import { kindField, LONGEST_RETURNED_ID, requiredConsent } from '~/server/forms/field-rules.server'
import { defineForm } from '~/server/forms/form-definition.server'
import { postedKey } from '~/server/forms/idempotency-key.server'
import {
  fitsLimit,
  ignoredMonthlyFields,
  limitOfCharge,
  monthlyFields,
  overLimit,
} from './autopayment-rules.server'

const missingAccount = 'Выберите лицевой счёт'

const anyRule = (kinds: readonly PaymentKind[]) =>
  z.object({
    account: z.string({ error: missingAccount }).max(LONGEST_RETURNED_ID, missingAccount),
    limit: limitOfCharge,
    consent: requiredConsent('Без вашего согласия на списания автоплатёж не подключить'),
    consentVersion: consentVersion.optional().catch(undefined),
    kind: kindField(kinds),
    idempotencyKey: postedKey,
  })

const byInvoice = (kinds: readonly PaymentKind[]) =>
  anyRule(kinds).extend({
    rule: z.literal('invoice', { error: 'Выберите, когда платить' }),
    ...ignoredMonthlyFields,
  })

const monthly = (kinds: readonly PaymentKind[]) =>
  anyRule(kinds)
    .extend({ rule: z.literal('monthly'), ...monthlyFields })
    .refine(fitsLimit, overLimit)

/** The form of a new autopayment, by its posted `rule`: only `monthly` has a day and an amount. */
export const newAutopaymentForm = (rule: unknown, kinds: readonly PaymentKind[]) =>
  defineForm({
    name: 'new-autopayment',
    schema: rule === 'monthly' ? monthly(kinds) : byInvoice(kinds),
  })
