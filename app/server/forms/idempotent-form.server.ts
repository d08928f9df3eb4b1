import type { AppLoadContext } from '@remix-run/node'
import { problemCodes } from 'contract/problem'
import type { z } from 'zod'
import type { Failure } from '../../api-client/failure'
import { keyOf, mintKey, withKey } from './idempotency-key.server'
import { postedFields } from './posted-fields.server'
import { type ReadForm, readForm } from './read-form.server'

type KeyedForm<Value> = ReadForm<Value> & { idempotencyKey: string }

const OTHER_DATA = 'Эта форма уже отправлена с другими данными. Проверьте их и отправьте ещё раз.'

/**
 * Reads a form that creates something. Its key goes with the call and comes back with a refusal, so that another press is
 * the same request; a key that was used for other data comes back as a new one.
 */
export const readKeyedForm = async <Schema extends z.ZodObject>(
  context: AppLoadContext,
  definition: { name: string; schema: Schema },
): Promise<KeyedForm<z.output<Schema>>> => {
  const idempotencyKey = keyOf(await postedFields(context))
  const form = await readForm(context, definition)
  if (!form.ok) return { ok: false, reply: withKey(form.reply, idempotencyKey), idempotencyKey }
  const refuse: typeof form.refuse = (failure, where) =>
    isOtherData(failure)
      ? withKey(form.refuse({ ...failure, message: OTHER_DATA }, where), mintKey())
      : withKey(form.refuse(failure, where), idempotencyKey)
  return { ...form, refuse, idempotencyKey }
}

const isOtherData = (failure: Failure): failure is Failure & { kind: 'invalid' } =>
  failure.kind === 'invalid' && failure.code === problemCodes.idempotencyMismatch
