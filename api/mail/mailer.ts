import { domainToASCII } from 'node:url'

/** A letter to be sent. A repeated attempt has the same message id and time. */
export interface MailMessage {
  /** The kind of the letter, for the operator: 'verification', 'password-reset', … */
  kind: string
  from: MailSender
  /** A bare address. */
  to: string
  subject: string
  text: string
  html: string
  /** `<…@…>` */
  messageId: string
  createdAt: Date
  /** Further headers. */
  headers?: Readonly<Record<string, string>>
  /** The id of the request that caused the letter; null without one. */
  requestId: string | null
  /** The customer of the letter; null for other people. The mailer may store it, and never sends it. */
  userId: string | null
}

export interface MailedCustomer {
  id: string
  /** The addresses that are the customer's alone. */
  addresses: readonly string[]
}

export interface Mailer {
  /**
   * Resolves when the letter is accepted. Throws `LetterRefused` when this letter was rejected for good, any other
   * error when a retry may help.
   */
  send(message: MailMessage): Promise<void>
  /**
   * Deletes the mailer's own copies of all letters to the customer or to these addresses. Absent if it keeps no copies.
   */
  forget?(customer: MailedCustomer): Promise<void>
}

/** The mail server rejected the recipient or this letter for good, usually because the address does not exist. */
export class LetterRefused extends Error {
  constructor(readonly responseCode: number) {
    super(`The mail server refused the letter for good (${responseCode})`)
    this.name = 'LetterRefused'
  }
}

/** Who sends the letters: From, the envelope's sender and the domain of Message-IDs agree, as SPF and DMARC need. */
export interface MailSender {
  /** Empty when there is only an address. */
  name: string
  address: string
  domain: string
}

const namedAddress = /^"?(?<name>[^"<>\p{Cc}\u2028\u2029]*?)"?\s*<(?<address>[^<>]+)>$/u
const addressParts = /^(?<mailbox>[^\s@<>()[\]\\,;:"\p{Cc}]+)@(?<domain>[^\s@<>()[\]\\,;:"\p{Cc}]+)$/u

/** Reads `Name <address>` or an address; null for anything else. A domain in Cyrillic gets its ASCII form. */
export function readSender(text: string): MailSender | null {
  const { name = '', address = text } = namedAddress.exec(text.trim())?.groups ?? {}
  const { mailbox, domain: writtenDomain = '' } = addressParts.exec(address.trim())?.groups ?? {}
  const domain = domainToASCII(writtenDomain)
  if (mailbox === undefined || domain === '') return null
  return { name: name.trim(), address: `${mailbox}@${domain}`, domain }
}

const BREAKS = /[\p{Cc}\u2028\u2029]/u

/**
 * The headers and the envelope for the MIME builder. Addresses are passed as objects, not as text to parse, so that a
 * comma can't split one address into two. Only letters that customers turn on have List-Unsubscribe: other letters
 * answer an action of the customer or warn of a charge. Throws when a value contains a line break.
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
