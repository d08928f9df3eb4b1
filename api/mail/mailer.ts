/** One letter on its way out. A repeated sending carries the same message id and moment. */
export interface MailMessage {
  /** What the letter is, for the operator: 'verification', 'password-reset', … */
  kind: string
  from: string
  /** One bare address. */
  to: string
  subject: string
  text: string
  html: string
  /** `<…@…>` */
  messageId: string
  createdAt: Date
}

export interface Mailer {
  /** Resolves once the letter is handed over. Throws `LetterRefused`, or anything else when another try may help. */
  send(message: MailMessage): Promise<void>
}

/** This very letter is not wanted, and asking again won't help: an address that does not exist, as a rule. */
export class LetterRefused extends Error {
  constructor(readonly responseCode: number) {
    super(`The mail server refused the letter for good (${responseCode})`)
    this.name = 'LetterRefused'
  }
}
