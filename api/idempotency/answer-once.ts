import type { Queries } from 'api/db/database'
import { Refusal } from 'api/http/refusal'
import { problemCodes } from 'contract/problem'
import { findPress, insertPress } from './idempotency-keys.repository'
import { type KeyedRequest, type Press, pressOf } from './idempotent-request'

/**
 * Has a request with one key take effect once: a repeat gets the first one's answer, on whichever replica it arrives. The
 * effect calls `claimPress` in its own transaction, so that both are stored or neither is, and a refused request has not
 * used its key up. Without a key (`''`) the effect simply happens. Refuses other data under the same key with 422
 * `idempotency_mismatch`.
 * @param read makes the answer of what `storeAnswer` stored
 */
export const answerOnce = async <Answer>(
  db: Queries,
  request: KeyedRequest,
  read: (stored: string | null) => Answer,
  effect: (press: Press | null) => Promise<Answer>,
): Promise<Answer> => {
  if (request.key === '') return effect(null)
  const press = pressOf(request)
  const answered = async () => {
    const stored = await findPress(db, press)
    if (stored && stored.bodyHash !== press.bodyHash) throw otherData()
    return stored
  }
  const before = await answered()
  if (before) return read(before.answer)
  try {
    return await effect(press)
  } catch (error) {
    // Another press of this key may have been faster, and this one met what that one did.
    const meanwhile = await answered()
    if (meanwhile) return read(meanwhile.answer)
    throw error
  }
}

/** To be called in the transaction of the effect. Throws, so that it is undone, when another press was faster. */
export const claimPress = async (trx: Queries, press: Press | null) => {
  if (press && !(await insertPress(trx, press))) throw new PressedMeanwhile()
}

class PressedMeanwhile extends Error {
  override readonly name = 'PressedMeanwhile'
}

const otherData = () =>
  new Refusal(422, {
    code: problemCodes.idempotencyMismatch,
    message: 'Эта форма уже отправлена с другими данными. Проверьте их и отправьте ещё раз.',
  })
