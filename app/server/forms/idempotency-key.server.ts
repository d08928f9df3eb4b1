import { randomUUID } from 'node:crypto'
import type { data } from '@remix-run/node'
import { z } from 'zod'
import type { FormReply } from '../../ui/post-form/form-reply'

type Refused = ReturnType<typeof data<FormReply>>

/** Makes repeated presses of one form the same payment. Minted with the form that is drawn. */
export const mintKey = (): string => randomUUID()

/** A key that this portal minted, as the form sent it; null for a missing or another one. */
export const paymentKey = z
  .unknown()
  .optional()
  .transform((posted) => (typeof posted === 'string' && z.uuid().safeParse(posted).success ? posted : null))

/** The key of the posted form, or a new one when it is not one of ours. */
export const keyOf = (fields: URLSearchParams): string =>
  paymentKey.parse(fields.get('idempotencyKey')) ?? mintKey()

/** The refused form as it comes back: with the key of its next press, and what became of the money. */
export const withKey = (refused: Refused, key: string, alsoSay: readonly string[] = []): Refused => {
  const { submission } = refused.data
  const error = submission.error ?? {}
  const reply = {
    ...refused.data,
    submission: {
      ...submission,
      initialValue: { ...submission.initialValue, idempotencyKey: key },
      error: { ...error, ...(alsoSay.length > 0 && { '': [...(error[''] ?? []), ...alsoSay] }) },
    },
  }
  return { ...refused, data: reply }
}
