import type { AppLoadContext } from '@remix-run/node'
import { problemCodes } from 'contract/problem'
import type { z } from 'zod'
import type { Failure } from '../../api-client/failure'
import { idempotencyKeyOf, newIdempotencyKey, withKey } from './idempotency-key.server'
import { postedFields } from './posted-fields.server'
import { type ReadForm, readForm } from './read-form.server'

type IdempotentForm<Value> = ReadForm<Value> & { idempotencyKey: string }

const OTHER_DATA = 'Эта форма уже отправлена с другими данными. Проверьте их и отправьте ещё раз.'

/**
 * Reads a form that creates something. A rejected form keeps its idempotency key, so that the next submit is the same
 * request; after the API has rejected the key for other data it gets a new one.
 */
export const readIdempotentForm = async <Schema extends z.ZodObject>(
  context: AppLoadContext,
  definition: { name: string; schema: Schema },
): Promise<IdempotentForm<z.output<Schema>>> => {
  const idempotencyKey = idempotencyKeyOf(await postedFields(context))
  const form = await readForm(context, definition)
  if (!form.ok) return { ok: false, reply: withKey(form.reply, idempotencyKey), idempotencyKey }
  const reject: typeof form.reject = (failure, where) =>
    isOtherData(failure)
      ? withKey(form.reject({ ...failure, message: OTHER_DATA }, where), newIdempotencyKey())
      : withKey(form.reject(failure, where), idempotencyKey)
  return { ...form, reject, idempotencyKey }
}

const isOtherData = (failure: Failure): failure is Failure & { kind: 'invalid' } =>
  failure.kind === 'invalid' && failure.code === problemCodes.idempotencyMismatch
