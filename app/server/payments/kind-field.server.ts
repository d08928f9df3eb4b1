import type { PaymentKind } from 'contract/payments'
import { z } from 'zod'
import { ignoredField } from '../forms/field-rules.server'

/** The field `kind` of a payment form; ignored where there is nothing to choose, as with a saved method. */
export const kindField = (kinds: readonly PaymentKind[]) =>
  kinds.length === 0 ? ignoredField : z.enum(kinds, { error: 'Выберите, чем платить' })
