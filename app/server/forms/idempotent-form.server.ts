import type { AppLoadContext } from '@remix-run/node'
import type { z } from 'zod'
import type { FormDefinition } from './form-definition.server'
import { idempotencyKeyOf, keyAfter, withKey } from './idempotency-key.server'
import { postedFields } from './posted-fields.server'
import { type ReadForm, readForm } from './read-form.server'

type IdempotentForm<Value> = ReadForm<Value> & { idempotencyKey: string }

/**
 * Reads a form that creates something. A rejected form keeps its idempotency key, so that the next submit is the same
 * request; after the API has rejected the key for other data it gets a new one.
 */
export const readIdempotentForm = async <Schema extends z.ZodObject>(
  context: AppLoadContext,
  definition: FormDefinition<Schema>,
): Promise<IdempotentForm<z.output<Schema>>> => {
  const idempotencyKey = idempotencyKeyOf(await postedFields(context))
  const form = await readForm(context, definition)
  if (!form.ok) return { ok: false, reply: withKey(form.reply, idempotencyKey), idempotencyKey }
  const reject: typeof form.reject = (failure, where) =>
    withKey(form.reject(failure, where), keyAfter(failure, idempotencyKey))
  return { ...form, reject, idempotencyKey }
}
