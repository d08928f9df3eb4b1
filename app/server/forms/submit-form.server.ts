import type { ActionFunctionArgs, AppLoadContext } from '@remix-run/node'
import type { z } from 'zod'
import type { CallResult, Failure } from '../../api-client/failure'
import { pageAddress } from '../http/page-address.server'
import { seeOther } from '../http/redirects.server'
import { type FlashMessage, newFlash } from '../session/flash.server'
import type { FormDefinition } from './form-definition.server'
import { idempotencyKeyOf, keyAfter, withKey } from './idempotency-key.server'
import { postedFields } from './posted-fields.server'
import { type ReadForm, type RejectedForm, readForm } from './read-form.server'

type Args = Pick<ActionFunctionArgs, 'request' | 'context'>
type Accepted<Value> = Extract<ReadForm<Value>, { ok: true }>

/** The page after an accepted form, and what it says. */
export interface NextPage {
  message: string
  /** Without it `success`. */
  type?: FlashMessage['type']
  /** See `newFlash`. */
  stays?: boolean
  /** Without it the page of the form. */
  to?: string
}

interface Outcome<Value, Answer, Refused> {
  next: NextPage | ((value: Value, answer: Answer) => NextPage | Promise<NextPage>)
  /** Instead of `reject(failure)`. */
  refuse?(failure: Failure, reject: Accepted<Value>['reject']): Refused | Promise<Refused>
}

/** Reads a form, makes its call and redirects to the next page. The form comes back if it is wrong or the call fails. */
export const submitForm = async <Schema extends z.ZodObject, Answer, Refused = RejectedForm>(
  args: Args,
  definition: FormDefinition<Schema>,
  {
    call,
    ...outcome
  }: { call(value: z.output<Schema>): Promise<CallResult<Answer>> } & Outcome<
    z.output<Schema>,
    Answer,
    Refused
  >,
) => {
  const form = await readForm(args.context, definition)
  return form.ok ? respond(args, form, await call(form.value), outcome) : form.reply
}

/** The same for a form that creates something: all submits with one key have one effect. */
export const submitIdempotentForm = async <Schema extends z.ZodObject, Answer, Refused = RejectedForm>(
  args: Args,
  definition: FormDefinition<Schema>,
  {
    call,
    ...outcome
  }: {
    call(value: z.output<Schema>, idempotencyKey: string): Promise<CallResult<Answer>>
  } & Outcome<z.output<Schema>, Answer, Refused>,
) => {
  const form = await readIdempotentForm(args.context, definition)
  return form.ok ? respond(args, form, await call(form.value, form.idempotencyKey), outcome) : form.reply
}

const respond = async <Value, Answer, Refused>(
  args: Args,
  { value, reject }: Accepted<Value>,
  result: CallResult<Answer>,
  { next, refuse }: Outcome<Value, Answer, Refused>,
) => {
  if (!result.ok) return refuse ? refuse(result.failure, reject) : reject(result.failure)
  return redirectWithMessage(args, typeof next === 'function' ? await next(value, result.answer) : next)
}

export const redirectWithMessage = (
  { request, context }: Args,
  { message, type = 'success', stays = false, to = pageAddress(request, context) }: NextPage,
) => {
  context.flash.next = newFlash(type, message, { stays })
  return seeOther(to)
}

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
