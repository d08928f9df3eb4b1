import type { MailMessage } from './mailer'

const BREAKS = /[\p{Cc}\u2028\u2029]/u

/**
 * The headers as the MIME builder wants them. The recipient goes as an address, not as text to be parsed, so that a
 * comma in it can't make two of one. Throws when a value could end its line.
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
