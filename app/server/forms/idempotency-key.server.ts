import { createHash, randomUUID } from 'node:crypto'
import { problemCodes } from 'contract/problem'
import { z } from 'zod'
import type { Failure } from '../../api-client/failure'
import type { RejectedForm } from './read-form.server'

/** Creates the key of a new form: all submits with one key are one request. */
export const newIdempotencyKey = (): string => randomUUID()

/**
 * Derives the key of one of several requests of a form. The same form key and name give the same key. It is a UUID, as
 * product APIs may expect.
 */
export const keyOfPart = (formKey: string, name: string): string => {
  const hash = createHash('sha256').update(`${formKey} ${name}`).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

/** The posted key; null when it is missing or not a UUID. */
export const postedKey = z
  .unknown()
  .optional()
  .transform((value) => z.uuid().safeParse(value).data ?? null)

/** The key of the posted form, or a new one when it has none that is valid. */
export const idempotencyKeyOf = (fields: URLSearchParams): string =>
  postedKey.parse(fields.get('idempotencyKey')) ?? newIdempotencyKey()

/**
 * The key for the next submit after a failed call: the same, so that it is the same request; a new one after the API has
 * rejected the key for other data.
 */
export const keyAfter = (failure: Failure, key: string): string =>
  failure.kind === 'invalid' && failure.code === problemCodes.idempotencyMismatch ? newIdempotencyKey() : key

/** The rejected form with the key for its next submit, and further words above it. */
export const withKey = (
  rejected: RejectedForm,
  key: string,
  alsoSay: readonly string[] = [],
): RejectedForm => {
  const { submission } = rejected.data
  const error = submission.error ?? {}
  const reply = {
    ...rejected.data,
    submission: {
      ...submission,
      initialValue: { ...submission.initialValue, idempotencyKey: key },
      error: { ...error, ...(alsoSay.length > 0 && { '': [...(error[''] ?? []), ...alsoSay] }) },
    },
  }
  return { ...rejected, data: reply }
}
