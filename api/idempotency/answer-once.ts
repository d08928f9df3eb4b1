import type { Queries } from 'api/db/database'
import { DomainError, Refusal } from 'api/refusal'
import { problemCodes } from 'contract/problem'
import {
  claimOf,
  findKey,
  type IdempotentRequest,
  insertKey,
  type KeyClaim,
} from './idempotency-keys.repository'

/** The idempotency key belongs to a request with other data. */
class IdempotencyMismatch extends DomainError {
  override readonly name = 'IdempotencyMismatch'

  override refusal() {
    return new Refusal(422, {
      code: problemCodes.idempotencyMismatch,
      message: 'Эта форма уже отправлена с другими данными. Проверьте их и отправьте ещё раз.',
    })
  }
}

/**
 * Runs the effect once per idempotency key: a repeat gets the first answer, on any replica. The effect calls `claimKey`
 * in its own transaction, so a request that fails has not used its key up. Without a key (`''`) the effect always runs.
 * Throws IdempotencyMismatch for other data under the same key.
 * @param read makes the answer from what `storeAnswer` stored
 */
export const answerOnce = async <Answer>(
  db: Queries,
  request: IdempotentRequest,
  read: (stored: string | null) => Answer,
  effect: (claim: KeyClaim | null) => Promise<Answer>,
): Promise<Answer> => {
  if (request.key === '') return effect(null)
  const claim = claimOf(request)
  const findAnswer = async () => {
    const stored = await findKey(db, claim)
    if (stored && stored.bodyHash !== claim.bodyHash) throw new IdempotencyMismatch()
    return stored
  }
  const before = await findAnswer()
  if (before) return read(before.answer)
  try {
    return await effect(claim)
  } catch (error) {
    // A concurrent request with the same key may have succeeded and caused this error.
    const meanwhile = await findAnswer()
    if (meanwhile) return read(meanwhile.answer)
    throw error
  }
}

/**
 * Claims the key in the transaction of the effect. Throws, and so rolls back, if a concurrent request has claimed it.
 */
export const claimKey = async (trx: Queries, claim: KeyClaim | null) => {
  if (claim && !(await insertKey(trx, claim))) throw new ClaimedMeanwhile()
}

class ClaimedMeanwhile extends Error {
  override readonly name = 'ClaimedMeanwhile'
}
