import type { AccountNumber } from 'contract/identifiers'
import type { ProofQuestion } from 'contract/problem'
import type { ReadingToConfirm } from 'contract/readings'

/** Why a call of the product API failed. Each kind is shown to the visitor in its own way. */
export type Failure =
  | {
      kind: 'invalid'
      message: string
      code: string | null
      errors: Record<string, string[]>
      proof: ProofQuestion | null
      /** The readings that have to be confirmed. */
      confirm?: readonly ReadingToConfirm[]
      /** The accounts of each payee, if they can't be paid at once. */
      groups?: AccountNumber[][]
    }
  | { kind: 'unauthorized'; message: string; errors: Record<string, string[]> }
  /** `secondStep`: the token of a login that also needs a code. */
  | { kind: 'forbidden'; message: string; code: string | null; secondStep: { token: string } | null }
  | { kind: 'missing'; message: string; code: string | null }
  | { kind: 'conflict'; message: string; code: string | null }
  | { kind: 'gone'; message: string; errors: Record<string, string[]> }
  /** `retryAfter` is the unparsed `Retry-After` header. */
  | { kind: 'throttled'; message: string; retryAfter: string | null }
  | { kind: 'unavailable'; status: 502 | 503 | 504; reason: string; retryAfter: string | null }

export type CallResult<Answer> = { ok: true; answer: Answer } | { ok: false; failure: Failure }
