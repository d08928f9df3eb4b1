import { z } from 'zod'

/** The one question that proves that an account is the customer's own. */
export const proofQuestion = z.object({ label: z.string().min(1), hint: z.string().nullish() })
export type ProofQuestion = z.output<typeof proofQuestion>

/**
 * Every answer of the product API that is not a success. The message is shown to customers; that of a 429 leaves out how
 * long to wait, which the portal says itself, from `Retry-After`.
 */
export const problem = z.object({
  message: z.string(),
  code: z.string().nullish(),
  errors: z.record(z.string(), z.array(z.string())).nullish(),
  proof: proofQuestion.nullish(),
})
export type Problem = z.output<typeof problem>

/** The machine codes that the portal acts upon; an upstream may send others, which are shown by their message alone. */
export const problemCodes = {
  emailNotVerified: 'email_not_verified',
  proofRequired: 'proof_required',
  idempotencyMismatch: 'idempotency_mismatch',
  /** It would be done, but the customer is to be asked first; nothing is stored, and the key is not used up. */
  confirmRequired: 'confirm_required',
} as const
export type ProblemCode = (typeof problemCodes)[keyof typeof problemCodes]
