import { z } from 'zod'

/** The number of a personal account (лицевой счёт), as the company prints it on the bill. */
export const accountNumber = z.string().min(1).max(64).brand<'AccountNumber'>()
export type AccountNumber = z.output<typeof accountNumber>

/** An identifier that the product API made; opaque to everybody else. */
export const identifier = z.string().min(1).max(200)

/** The key that makes a repeated payment request the same payment. */
export const idempotencyKey = z.string().min(16).max(64).brand<'IdempotencyKey'>()
export type IdempotencyKey = z.output<typeof idempotencyKey>
