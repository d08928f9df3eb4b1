/**
 * Each kind of letter with the facts in the first paragraph of its text. A company that writes this paragraph itself
 * has to use all of them as `{{fact}}`, so that no letter loses its message.
 */
export const letterFacts = {
  verification: [],
  'password-reset': [],
  'registration-attempt': [],
  'email-change': [],
  'email-change-notice': ['new_email'],
  'email-taken': [],
  'email-changed': ['new_email'],
  'password-changed': [],
  'new-device': [],
  'second-step-on': [],
  'second-step-off': [],
  deletion: [],
  'account-added': ['account', 'name', 'added_at'],
  'account-access-ended': ['account'],
  'access-invitation': ['from', 'account'],
  'access-opened': ['account', 'who'],
  'access-to-confirm': ['account', 'who'],
  'access-waiting': ['account'],
  'access-confirmed': ['account'],
  'access-ended': ['account'],
  'payment-receipt': ['account', 'amount', 'paid_at'],
  refund: ['account', 'refunded', 'amount', 'paid_at', 'refunded_in_all'],
  'readings-accepted': ['account', 'number', 'accepted_at'],
  'readings-reminder': ['last_day'],
  'invoice-new': ['amount', 'due_day'],
  'invoice-due': ['amount', 'due_day'],
  'import-report': ['file', 'outcome'],
  'autopayment-warning': ['account', 'amount', 'card', 'day'],
  'autopayment-retry': ['account', 'amount', 'card', 'reason'],
  'autopayment-failed': ['account', 'amount', 'card', 'reason'],
  'autopayment-over-limit': ['account', 'amount', 'limit'],
  'autopayment-account-too-long': ['account', 'amount'],
  'autopayment-other-payee': ['account', 'amount'],
  'autopayment-suspended': ['account', 'card', 'reason'],
  'autopayment-not-connected': ['account', 'amount'],
  'autopayment-stopped': ['account'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type LetterKind = keyof typeof letterFacts
export type LetterFacts<Kind extends LetterKind> = Readonly<
  Record<(typeof letterFacts)[Kind][number], string>
>

export const isLetterKind = (name: string): name is LetterKind => Object.hasOwn(letterFacts, name)
