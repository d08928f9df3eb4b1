import type { MailSender } from './mail-sender'

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
  /** The id of the request that led to it; null where none did. */
  requestId: string | null
  /** The customer that it is for; null for anybody else. For what the mailer keeps, and never sent. */
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
   * Deletes what the mailer itself keeps of the customer's letters, whatever their address, and of all letters to the
   * addresses. Absent where it keeps nothing.
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
