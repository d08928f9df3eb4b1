import { normalizeAccountNumber } from 'format/account'
import { z } from 'zod'
import {
  longestAccountNumber,
  longestIdempotencyKey,
  longestReturnedId,
  longestTypedAccountNumber,
} from './limits'

/** The number of a personal account (лицевой счёт), as the company prints it on the bill. */
export const accountNumber = z.string().min(1).brand<'AccountNumber'>()
export type AccountNumber = z.output<typeof accountNumber>

const noAccount = 'Введите номер лицевого счёта: он напечатан в квитанции'
const longAccount = 'Слишком длинный номер. Сверьте его с квитанцией'

/** An account's number as people type or paste it, normalized. */
export const typedAccountNumber = z
  .string(noAccount)
  .max(longestTypedAccountNumber, longAccount)
  .transform(normalizeAccountNumber)
  .pipe(z.string(noAccount).min(1, noAccount).max(longestAccountNumber, longAccount).brand<'AccountNumber'>())

/** An identifier of the product API; opaque to the portal. */
export const identifier = z.string().min(1)

/** An identifier or an account's number that is chosen from a list. */
export const chosenId = (whenMissing: string) =>
  z.string(whenMissing).min(1, whenMissing).max(longestReturnedId, whenMissing)

/** The account that a form is about. */
export const chosenAccount = chosenId('Выберите лицевой счёт').brand<'AccountNumber'>()

/** Visible ASCII characters without spaces. Requests with the same key have one effect. */
export const idempotencyKey = z
  .string()
  .regex(/^[!-~]+$/)
  .max(longestIdempotencyKey)

/** A whole number from 1 to `most`, at most 999, in a query. */
export const numberInQuery = (most: number) => {
  const error = `Нужно число от 1 до ${most}.`
  return z
    .string()
    .regex(/^\d{1,3}$/, { error, abort: true })
    .transform(Number)
    .refine((number) => number >= 1 && number <= most, error)
}
