import type { Database } from 'api/db/database'
import type { LetterSite } from 'api/mail/letter'
import { enqueueLetter } from 'api/mail/outbox.repository'
import { normalizeEmail } from 'format/email'
import { findUserByEmail } from '../users.repository'
import { emailKey } from '../users.rules'
import { secondStepOffLetter } from './second-step.letters'
import { deleteSecondStep } from './second-step.repository'

/** Why an operator can't turn a second step off. */
export class CannotTurnOff extends Error {
  override readonly name = 'CannotTurnOff'
}

/**
 * Turns the second step of a customer off who has neither telephone nor recovery codes, and tells them by a letter.
 * Throws CannotTurnOff for an unknown address and where it is not on.
 */
export const turnOffByHand = async (
  database: Database,
  { site, email, now }: { site: LetterSite; email: string; now: Date },
) => {
  await database.transaction(async (trx) => {
    const user = await findUserByEmail(trx, emailKey(normalizeEmail(email) ?? email))
    if (!user) throw new CannotTurnOff('there is no customer with this address')
    if (!(await deleteSecondStep(trx, user.id))) throw new CannotTurnOff('the second step is not on')
    const letter = secondStepOffLetter(site)
    await enqueueLetter(trx, { to: user.email, userId: user.id, kind: 'second-step-off', letter, now })
  })
}
