import type { MailMessage } from './mailer'

const BREAKS = /[\p{Cc}\u2028\u2029]/u

/**
 * The headers and the envelope for the MIME builder. Addresses are passed as such, not as text to parse, so that a
 * comma can't make two of one. Only letters that customers turn on have List-Unsubscribe: others answer an act of the
 * customer or warn of a charge, and none is sent to a list. Throws when a value contains a line break.
 */
export function mailerHeaders({
  from,
  to,
  subject,
  messageId,
  createdAt,
  requestId,
  headers = {},
}: MailMessage) {
  if (
    [from.name, from.address, to, subject, messageId, requestId ?? '', ...Object.values(headers)].some(
      (value) => BREAKS.test(value),
    )
  ) {
    throw new Error('A header of a letter holds a line break or a control character')
  }
  return {
    envelope: { from: from.address, to: [to] },
    from: { name: from.name, address: from.address },
    to: { name: '', address: to },
    subject,
    messageId,
    date: createdAt,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...headers,
      ...(requestId !== null && { 'X-Request-Id': requestId }),
    },
  }
}
