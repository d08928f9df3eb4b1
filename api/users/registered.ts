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
 * What somebody has registered with, the consent included. It goes along with the letter of that registration, since
 * only who has the mailbox can tell whose registration it was.
 */
export type Registered = z.output<typeof registered>

export const asJson = (what: Registered): string => JSON.stringify(what)

/** Null where nothing was kept. Throws on anything that `asJson` has not written. */
export const fromJson = (kept: string | null): Registered | null =>
  kept === null ? null : registered.parse(JSON.parse(kept))
