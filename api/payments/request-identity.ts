import { createHash } from 'node:crypto'

/** What tells one request for a payment from another. */
export interface RequestIdentity {
  /** Of who asks and of their idempotency key: one payment for ever. 43 characters, fit for a gateway's key as well. */
  requestKey: string
  /** Of what was asked for: the same key with other data is refused. */
  bodyHash: string
}

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

/**
 * `scope` keeps askers apart ('guest', a customer, an autopayment); `data` is all that the asker has chosen, in one order
 * always. The same identity comes out on every machine and at any time.
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
