import { DomainError } from 'api/domain-error'
import type { ProofKind } from './proof'

/** Why a request about a customer's accounts is rejected. */
export type AccountProblem =
  /** Not on the customer's list. */
  | { code: 'not_found' }
  | { code: 'already_added' }
  /** The register has no such account. */
  | { code: 'unknown_account'; account: string }
  /** The account has no question of `proof.ts` in the register. */
  | { code: 'not_provable' }
  /** The question has to be answered first. `isBlank`: the answer was blank. */
  | { code: 'proof_required'; kind: ProofKind; isBlank: boolean }
  | { code: 'wrong_proof'; kind: ProofKind }

export class AccountError extends DomainError {
  override readonly name = 'AccountError'

  constructor(readonly problem: AccountProblem) {
    super(problem.code)
  }
}

/** The customer does not see the account, or has been given no right to do this with it. */
export class AccessRefused extends DomainError {
  override readonly name = 'AccessRefused'

  constructor(readonly code: 'not_found' | 'no_right') {
    super(code)
  }
}
