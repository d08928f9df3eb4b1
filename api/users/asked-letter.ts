import type { Visitor } from 'api/http/visitor'
import type { Press } from 'api/idempotency/idempotent-request'

/** Somebody asks for a letter to an address, of which nobody says whether it is known. */
export interface AskedLetter {
  email: string
  visitor: Visitor
  press: Press | null
  now: Date
}
