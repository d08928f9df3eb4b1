import { z } from 'zod'

const registered = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  passwordHash: z.string(),
  consentVersion: z.string().nullable(),
  consentAt: z.string().nullable(),
  consentAddress: z.string().nullable(),
})

/**
 * The data of one registration, consent included. It is kept with the token of its letter, since only the owner of the
 * mailbox can tell which registration is theirs.
 */
export type Registered = z.output<typeof registered>

export const asJson = (what: Registered): string => JSON.stringify(what)

/** Null for null. Throws for anything that `asJson` has not written. */
export const fromJson = (kept: string | null): Registered | null =>
  kept === null ? null : registered.parse(JSON.parse(kept))
