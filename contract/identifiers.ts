import { z } from 'zod'
import { idempotencyKeyLength, longestAccountNumber, longestIdentifier } from './limits'

/** The number of a personal account (лицевой счёт), as the company prints it on the bill. */
export const accountNumber = z.string().min(1).max(longestAccountNumber).brand<'AccountNumber'>()
export type AccountNumber = z.output<typeof accountNumber>

/** An identifier made by the product API; opaque to everybody else. */
export const identifier = z.string().min(1).max(longestIdentifier)

/** Makes a repeated payment request the same payment. */
export const idempotencyKey = z
  .string()
  .min(idempotencyKeyLength.min)
  .max(idempotencyKeyLength.max)
  .brand<'IdempotencyKey'>()
export type IdempotencyKey = z.output<typeof idempotencyKey>
