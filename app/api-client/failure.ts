import type { ProofQuestion } from 'contract/problem'

/** Why a call of the product API brought nothing back. Each kind has its own answer to the visitor. */
export type Failure =
  | {
      kind: 'invalid'
      message: string
      code: string | null
      errors: Record<string, string[]>
      proof: ProofQuestion | null
    }
  | { kind: 'unauthorized'; message: string }
  | { kind: 'forbidden'; message: string; code: string | null }
  | { kind: 'missing'; message: string }
  | { kind: 'conflict'; message: string; code: string | null }
  | { kind: 'gone'; message: string }
  /** `retryAfter` is the upstream's header as it came. */
  | { kind: 'throttled'; message: string; retryAfter: string | null }
  | { kind: 'unavailable'; status: 502 | 503 | 504; reason: string; retryAfter: string | null }

export type CallResult<Answer> = { ok: true; answer: Answer } | { ok: false; failure: Failure }
