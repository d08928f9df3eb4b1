import { z } from 'zod'

const document = z.object({
  title: z.string(),
  description: z.string().nullish(),
  /** Untrusted HTML. */
  body: z.string(),
  updatedAt: z.string().nullish(),
})

const redirect = z.object({
  redirect: z.object({
    url: z.string().min(1),
    status: z.union([z.literal(301), z.literal(302), z.literal(307), z.literal(308)]),
  }),
})

/** A content page, or the address it has moved to. */
export const page = z.union([redirect, document])
export type Page = z.output<typeof page>
export type PageDocument = z.output<typeof document>
export type PageRedirect = z.output<typeof redirect>['redirect']

/**
 * The version of a consent text: its page's `updatedAt`, unchanged. The customer does not type it, so an invalid one
 * counts as left out: the consent then has no version.
 */
export const consentVersion = z.string().max(200).optional().catch(undefined)
