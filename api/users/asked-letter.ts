import type { Visitor } from 'api/http/visitor'
import type { KeyClaim } from 'api/idempotency/idempotent-request'

/** Somebody asks for a letter to an address, of which nobody says whether it is known. */
export interface AskedLetter {
  email: string
  visitor: Visitor
  claim: KeyClaim | null
  now: Date
}
