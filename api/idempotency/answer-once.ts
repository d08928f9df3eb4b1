import type { Queries } from 'api/db/database'
import { Refusal } from 'api/http/refusal'
import { problemCodes } from 'contract/problem'
import { findKey, insertKey } from './idempotency-keys.repository'
import { claimOf, type IdempotentRequest, type KeyClaim } from './idempotent-request'

/**
 * Has a request with one key take effect once: a repeat gets the first one's answer, on whichever replica it arrives. The
 * effect calls `claimKey` in its own transaction, so that both are stored or neither is, and a refused request has not
 * used its key up. Without a key (`''`) the effect simply happens. Refuses other data under the same key with 422
 * `idempotency_mismatch`.
 * @param read makes the answer of what `storeAnswer` stored
 */
export const answerOnce = async <Answer>(
  db: Queries,
  request: IdempotentRequest,
  read: (stored: string | null) => Answer,
  effect: (claim: KeyClaim | null) => Promise<Answer>,
): Promise<Answer> => {
  if (request.key === '') return effect(null)
  const claim = claimOf(request)
  const answered = async () => {
    const stored = await findKey(db, claim)
    if (stored && stored.bodyHash !== claim.bodyHash) throw otherData()
    return stored
  }
  const before = await answered()
  if (before) return read(before.answer)
  try {
    return await effect(claim)
  } catch (error) {
    // Another request with this key may have been faster, and this one met what that one did.
    const meanwhile = await answered()
    if (meanwhile) return read(meanwhile.answer)
    throw error
  }
}

/** To be called in the transaction of the effect. Throws, so that it is undone, when another request was faster. */
export const claimKey = async (trx: Queries, claim: KeyClaim | null) => {
  if (claim && !(await insertKey(trx, claim))) throw new ClaimedMeanwhile()
}

class ClaimedMeanwhile extends Error {
  override readonly name = 'ClaimedMeanwhile'
}

const otherData = () =>
  new Refusal(422, {
    code: problemCodes.idempotencyMismatch,
    message: 'Эта форма уже отправлена с другими данными. Проверьте их и отправьте ещё раз.',
  })
