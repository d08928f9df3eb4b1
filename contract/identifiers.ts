import { z } from 'zod'
import { longestIdempotencyKey } from './limits'

/** The number of a personal account (лицевой счёт), as the company prints it on the bill. */
export const accountNumber = z.string().min(1).brand<'AccountNumber'>()
export type AccountNumber = z.output<typeof accountNumber>

/** An identifier made by the product API; opaque to everybody else. */
export const identifier = z.string().min(1)

/** Makes a repeated request the same one: visible ASCII characters without spaces. */
export const idempotencyKey = z
  .string()
  .regex(/^[!-~]+$/)
  .max(longestIdempotencyKey)
