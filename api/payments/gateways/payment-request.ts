import { payee } from 'contract/invoices'
import { kopecks } from 'contract/money'
import { z } from 'zod'

/** What a charge for several accounts is made of. */
export const paymentParts = z.array(z.object({ account: z.string(), amount: kopecks })).readonly()

/** One payment as the gateway is asked for it. */
const paymentRequest = z.object({
  /** Our own id of it, which the gateway keeps with the payment. */
  paymentId: z.string(),
  account: z.string(),
  amount: kopecks,
  /** Where the fiscal receipt goes; empty once its payer has been erased. */
  email: z.string(),
  /** The billing period of the debt that is paid, '2026-10'; empty if it is of several periods, or of none. */
  period: z.string(),
  payee,
  /** Where the gateway sends the payer back to; null where nobody is there to be sent. */
  returnTo: z.object({ success: z.string(), failed: z.string() }).nullable(),
  /** Whether the payer wants the card kept for later payments. */
  saveMethod: z.boolean(),
  /** What the payer has chosen to pay with; absent: a card, or another method of the gateway's page. */
  kind: z.literal('sbp').optional(),
  /** Of one charge for several accounts: what `amount` is made of, in the order of the request; absent for one account. */
  parts: paymentParts.optional(),
  /** The gateway's own id of a saved method, which is charged without the payer; null: the payer is asked. */
  savedMethod: z.string().nullable(),
})
export type PaymentRequest = z.output<typeof paymentRequest>

/** Of JSON, as in `payment_intents.request`. Throws for any other. */
export const readPaymentRequest = (json: string): PaymentRequest => paymentRequest.parse(JSON.parse(json))
