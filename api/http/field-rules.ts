import { accountNumber, identifier } from 'contract/identifiers'
import { longestAccountNumber, longestIdentifier, longestTypedAccountNumber } from 'contract/limits'
import { normalizeAccountNumber } from 'format/account'
import { normalizeEmail } from 'format/email'
import { z } from 'zod'

/** Accepts a number as people type it; the portal sends the bare one. */
export const typedAccountNumber = ({ missing, tooLong }: { missing: string; tooLong: string }) =>
  z
    .string(missing)
    .max(longestTypedAccountNumber, tooLong)
    .transform(normalizeAccountNumber)
    .pipe(z.string().min(1, missing).max(longestAccountNumber, tooLong))

/** As the portal sends it on from an answer. */
export const bareAccountNumber = accountNumber.max(longestAccountNumber)

/** Of something that this API has made. */
export const ownIdentifier = identifier.max(longestIdentifier)

/** As it is kept: trimmed, the domain in lower case and ASCII. */
export const emailAddress = ({ missing, invalid }: { missing: string; invalid: string }) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .transform((text, context) => {
      const normalized = normalizeEmail(text)
      if (normalized) return normalized
      context.addIssue({ code: 'custom', message: invalid })
      return z.NEVER
    })
