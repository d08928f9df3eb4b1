import { createHash } from 'node:crypto'
import type { PaymentKind } from 'contract/payments'

/** What tells one request for a payment from another. */
export interface RequestIdentity {
  /**
   * A hash of who asks and their idempotency key; also the key for the gateway, so 43 characters. It has one payment
   * for good.
   */
  requestKey: string
  /** A hash of what was asked for: the same key with other data is refused. */
  bodyHash: string
}

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

/** What a request's kind adds to its data: nothing for a card, as in requests that name no kind. */
export const kindInData = (kind: PaymentKind | undefined): PaymentKind[] => (kind === 'sbp' ? [kind] : [])

/**
 * `scope` says who asks ('guest', a customer, an autopayment); `data` is everything that they have chosen, always in the
 * same order. The same input gives the same identity on every replica.
 */
export const identify = ({
  scope,
  key,
  data,
}: {
  scope: string
  key: string
  data: readonly (string | number | boolean | null)[]
}): RequestIdentity => ({ requestKey: hashOf([scope, key]), bodyHash: hashOf(data) })
