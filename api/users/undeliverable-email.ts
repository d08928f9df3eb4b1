import type { LetterHooks } from 'api/mail/outbox-relay.step'
import { emailKey } from 'format/email'
import { markDeliverable, markUndeliverable, recipientsTakenSince } from './users.repository'

/** Keeps whether letters arrive at the address of a customer, who is told of it in the portal. */
export const letterHooks: LetterHooks = {
  letterSent: (trx, recipient) => markDeliverable(trx, emailKey(recipient)),
  async letterFailed(trx, { recipient, createdAt }, now) {
    const key = emailKey(recipient)
    // A letter that was taken meanwhile shows that the address works.
    const recipients = await recipientsTakenSince(trx, key, createdAt)
    if (recipients.some((other) => emailKey(other) === key)) return
    await markUndeliverable(trx, key, now.toISOString())
  },
}
