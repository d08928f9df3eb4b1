import type { MailMessage } from './mailer'

const BREAKS = /[\p{Cc}\u2028\u2029]/u

/**
 * The headers for the MIME builder. The recipient is passed as an address, not as text to parse, so that a comma can't
 * make two recipients of it. Throws when a value contains a line break.
 */
export function mailerHeaders({ from, to, subject, messageId, createdAt }: MailMessage) {
  if ([from, to, subject, messageId].some((value) => BREAKS.test(value))) {
    throw new Error('A header of a letter holds a line break or a control character')
  }
  return {
    from,
    to: { name: '', address: to },
    subject,
    messageId,
    date: createdAt,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
