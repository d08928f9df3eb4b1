import { createHash, createHmac } from 'node:crypto'
import type { EndpointName } from 'contract/endpoints'

/** An idempotency key that a request claims, as it is stored: neither the key nor the body can be told from it. */
export interface KeyClaim {
  /** Of the call, its owner and the key. */
  id: string
  bodyHash: string
  /** ISO 8601, UTC. */
  at: string
}

export interface IdempotentRequest {
  call: EndpointName
  /** The customer's id; empty for a guest, whose key nobody else knows. */
  owner: string
  key: string
  body: unknown
  now: Date
}

export const claimOf = ({ call, owner, key, body, now }: IdempotentRequest): KeyClaim => ({
  id: createHash('sha256')
    .update(JSON.stringify([call, owner, key]))
    .digest('hex'),
  // Keyed, because a body may hold a password: without the key no guess at it can be checked.
  bodyHash: createHmac('sha256', key).update(JSON.stringify(body)).digest('hex'),
  at: now.toISOString(),
})
