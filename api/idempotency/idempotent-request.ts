import { createHash, createHmac } from 'node:crypto'
import type { EndpointName } from 'contract/endpoints'

/** An idempotency key as it is stored: hashed, like the body. */
export interface KeyClaim {
  /** A hash of the call, its owner and the key. */
  id: string
  bodyHash: string
  /** ISO 8601, UTC. */
  at: string
}

export interface IdempotentRequest {
  call: EndpointName
  /** The customer's id; empty for guests, whose keys are secret. */
  owner: string
  key: string
  body: unknown
  now: Date
}

export const claimOf = ({ call, owner, key, body, now }: IdempotentRequest): KeyClaim => ({
  id: createHash('sha256')
    .update(JSON.stringify([call, owner, key]))
    .digest('hex'),
  // An HMAC with the key, because a body may hold a password that could be guessed from a plain hash.
  bodyHash: createHmac('sha256', key).update(JSON.stringify(body)).digest('hex'),
  at: now.toISOString(),
})
