import type { Queries } from 'api/db/database'
import { UserError } from '../users.errors'
import { stepOfCode } from './one-time-code'
import { recoveryCodeHash } from './recovery-codes'
import { openSecret } from './sealed-secret'
import { findSecondStep, hasRecoveryCode, spendRecoveryCode, spendStep } from './second-step.repository'

/** A typed code that fits now, and what is used up with it. */
export type FittingCode =
  | { kind: 'one-time'; userId: string; secret: string; step: number }
  | { kind: 'recovery'; userId: string; hash: string }

/** Finds what a customer's code is, without using it up; null for a wrong one. */
export const readCode = async (
  db: Queries,
  keys: readonly string[],
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<FittingCode | null> => {
  const typed = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(typed)) {
    const hash = recoveryCodeHash(userId, typed)
    return (await hasRecoveryCode(db, { userId, hash })) ? { kind: 'recovery', userId, hash } : null
  }
  const row = await findSecondStep(db, userId)
  if (!row || row.turnedOnAt === null) return null
  const step = stepOfCode(await openSecret(keys, { userId, stored: row.secret }), typed, now)
  return step === null ? null : { kind: 'one-time', userId, secret: row.secret, step }
}

/** Why a typed code is refused: a recovery code has letters, a code of the application has none. */
export const wrongCode = (code: string) =>
  new UserError({ code: /\p{L}/u.test(code) ? 'wrong_recovery_code' : 'wrong_code' })

/** Uses a code up; false when it was used meanwhile. */
export const spendCode = (trx: Queries, code: FittingCode, now: Date): Promise<boolean> =>
  code.kind === 'one-time'
    ? spendStep(trx, code)
    : spendRecoveryCode(trx, { ...code, now: now.toISOString() })
