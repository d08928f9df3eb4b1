import { enqueueLetter } from 'api/mail/outbox.repository'
import { type ByHand, lockByEmail, RefusedByHand } from '../by-hand'
import { revokeAccess } from '../revoke-access'
import { secondStepOffLetter } from './second-step.letters'
import { isSecondStepOn } from './second-step.repository'

/**
 * Turns off the second step of a customer who has neither telephone nor recovery codes, and tells them by a letter.
 * Returns the customer's id. Throws RefusedByHand for an unknown address, and when the second step is not on.
 */
export const turnOffByHand = ({ database, site, now }: ByHand, email: string): Promise<string> =>
  database.transaction(async (trx) => {
    const user = await lockByEmail(trx, email)
    if (!(await isSecondStepOn(trx, user.id))) throw new RefusedByHand('the second step is not on')
    await revokeAccess(trx, 'second-step-off', { userId: user.id, now })
    const letter = secondStepOffLetter(site)
    await enqueueLetter(trx, { to: user.email, userId: user.id, kind: 'second-step-off', letter, now })
    return user.id
  })
