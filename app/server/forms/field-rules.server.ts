import type { PaymentKind } from 'contract/payments'
import { z } from 'zod'

/** Whether a box is ticked: browsers send `on`, other clients the payload's `true`. */
export const checkbox = z
  .string()
  .optional()
  .transform((sent) => sent === 'on' || sent === 'true')

/** A field that does not count now: neither validated nor sent. */
export const ignoredField = z
  .unknown()
  .optional()
  .transform(() => undefined)

/** A consent that has to be given. */
export const requiredConsent = (whenMissing: string) => checkbox.pipe(z.literal(true, { error: whenMissing }))

/**
 * Characters of an id or an account's number that comes back to the portal from its own forms and links. The product API
 * chose it, and answers may have any; no known system comes near this.
 */
export const LONGEST_RETURNED_ID = 1_000

/** The field `kind` of a payment form; ignored where there is nothing to choose, as with a saved method. */
export const kindField = (kinds: readonly PaymentKind[]) =>
  kinds.length === 0 ? ignoredField : z.enum(kinds, { error: 'Выберите, чем платить' })
