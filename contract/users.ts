import { z } from 'zod'
import { extension } from './extension'
import { identifier } from './identifiers'
import { consentVersion } from './pages'

export const user = z.object({
  id: identifier,
  name: z.string(),
  email: z.string(),
  /** E.164, `+79991234567`. */
  phone: z.string().nullish(),
  emailVerified: z.boolean().nullish(),
  /** Letters to the address do not arrive; left out where this is not known. */
  emailUndeliverable: extension(z.boolean()),
})
export type User = z.output<typeof user>

export const userAnswer = z.object({ data: user })

/** Without an id: nobody is signed in. */
const nobody = z.object({ id: z.union([z.literal(''), z.null()]).optional() })
/** An id means that somebody is signed in. */
const somebody = user.extend({
  name: z
    .string()
    .nullish()
    .transform((name) => name ?? ''),
  email: z
    .string()
    .nullish()
    .transform((email) => email ?? ''),
})
export const currentUserAnswer = z.object({ data: z.union([somebody, nobody]).nullish() })

export const loginBody = z.object({ email: z.string(), password: z.string() })
export const emailBody = z.object({ email: z.string() })
export const newPasswordBody = z.object({ password: z.string(), password_confirmation: z.string() })
export const changePasswordBody = z.object({
  password_old: z.string(),
  password: z.string(),
  password_confirmation: z.string(),
})
export const profileBody = z.object({ name: z.string(), phone: z.string().nullable() })
export const codeBody = z.object({ code: z.string() })
export const registrationBody = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  password: z.string(),
  password_confirmation: z.string(),
  consent: z.literal(true),
  /** The version of the consent's text that the customer saw. */
  consentVersion: consentVersion.optional(),
})

/** The form in which a password is counted, compared and hashed: keyboards compose «й» and «ё» differently. */
export const normalPassword = (typed: string): string => typed.normalize('NFC')

/** Counts code points, so that an emoji of one code point is one character. */
export const charactersIn = (password: string): number => [...normalPassword(password)].length

export const isSamePassword = (one: string, other: string): boolean =>
  normalPassword(one) === normalPassword(other)
