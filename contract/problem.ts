import { z } from 'zod'
import { extension } from './features'
import { accountNumber } from './identifiers'
import { readingToConfirm } from './readings'

/** The question whose answer proves that an account is the customer's. */
export const proofQuestion = z.object({
  label: z.string().min(1),
  hint: z.string().nullish(),
  /** The answer has digits only: its field gets a numeric keyboard. */
  digits: extension(z.boolean()),
})
export type ProofQuestion = z.output<typeof proofQuestion>

/**
 * Every answer of the product API that is not a success. The message is shown to customers. For a 429 the portal adds
 * the time to wait, from `Retry-After`. An invalid value of an optional field is ignored: the message matters more.
 */
export const problem = z.object({
  message: z.string(),
  code: z.string().nullish(),
  /** By field. Many a PHP program writes an empty map as `[]`. */
  errors: extension(z.record(z.string(), z.array(z.string()))),
  proof: extension(proofQuestion),
  /** With `different_payees`: the accounts, grouped by payee. */
  groups: extension(z.array(z.array(accountNumber).min(1)).min(1)),
  /** With `second_step`: the token that completes the login, valid for ten minutes. */
  secondStep: extension(z.object({ token: z.string().min(1) })),
  /** With `confirm_required`: the readings to confirm. */
  confirm: extension(z.array(readingToConfirm)),
})
export type Problem = z.output<typeof problem>

/** The codes that the portal handles; for another code it only shows the message. */
export const problemCodes = {
  /** The password is right, and a code is needed, too. */
  secondStep: 'second_step',
  emailNotVerified: 'email_not_verified',
  proofRequired: 'proof_required',
  idempotencyMismatch: 'idempotency_mismatch',
  /** The customer has to confirm first; nothing is stored, and the key is not used up. */
  confirmRequired: 'confirm_required',
  /** There is no invoice for the month before the explained one. */
  nothingToCompare: 'nothing_to_compare',
  /** Readings are not accepted today. */
  windowClosed: 'window_closed',
  /** The accounts belong to several payees, and one payment has one. */
  differentPayees: 'different_payees',
  /** The customer sees the account, but its owner has not allowed this. */
  noRight: 'no_right',
  /** The same person has an open grant, or an open invitation to their address. */
  alreadyGranted: 'already_granted',
  /** The customer owns the account that they are invited to see. */
  ownAccount: 'own_account',
} as const
export type ProblemCode = (typeof problemCodes)[keyof typeof problemCodes]

type WireProblem = z.input<typeof problem>

/** Answers of one status, the usual one first. */
export type ProblemExamples = readonly [WireProblem, ...WireProblem[]]
