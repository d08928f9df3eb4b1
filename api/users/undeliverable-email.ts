import type { LetterHooks } from 'api/mail/letter-hooks'
import { markDeliverable, markUndeliverable } from './users.repository'
import { emailKey } from './users.rules'

/** Keeps whether letters arrive at the address of a customer, who is told of it in the portal. */
export const letterHooks: LetterHooks = {
  letterTaken: (trx, recipient) => markDeliverable(trx, emailKey(recipient)),
  letterGivenUp: (trx, recipient, now) => markUndeliverable(trx, emailKey(recipient), now.toISOString()),
}
