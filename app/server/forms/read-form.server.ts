import { parseWithZod } from '@conform-to/zod/v4'
import type { AppLoadContext } from '@remix-run/node'
import { data } from '@remix-run/node'
import type { z } from 'zod'
import type { Failure } from '../../api-client/failure'
import type { FormReply } from '../../ui/post-form/form-reply'
import { asMessage, newFlash } from '../session/flash.server'
import { postedFields } from './posted-fields.server'
import { waitInWords } from './wait-in-words.server'

type Refused = ReturnType<typeof data<FormReply>>

export type ReadForm<Value> =
  | { ok: true; value: Value; refuse(failure: Failure, where?: { aboveForm?: boolean }): Refused }
  | { ok: false; reply: Refused }

const NEVER_SENT_BACK = ['password', 'password_old', 'password_confirmation']

/** Characters that a refused form sends back in all: each takes up to 11 bytes, in the HTML and in the scripts' data. */
const MOST_SENT_BACK = 6_000

/**
 * Reads a posted form by its schema, one value a field; no other name is looked at. A refused form comes back with
 * everything typed but passwords: `reply` is status 400 with the words at the fields, `refuse` turns an API failure
 * into the page's answer.
 */
export const readForm = async <Schema extends z.ZodObject>(
  context: AppLoadContext,
  { name, schema }: { name: string; schema: Schema },
): Promise<ReadForm<z.output<Schema>>> => {
  const submission = parseWithZod(onlyOf(schema, await postedFields(context)), { schema })

  const comeBack = ({
    status,
    form = [],
    fields = {},
    notice = null,
    code = null,
    proof = null,
  }: Refusal) => {
    context.formFailed = true
    const isSaid = submission.status === 'success' || form.length > 0
    const errors = isSaid ? { formErrors: form, fieldErrors: fields } : {}
    const reply = submission.reply({ hideFields: NEVER_SENT_BACK, ...errors })
    const initialValue = sentBack(reply.initialValue ?? {})
    return data({ form: name, submission: { ...reply, initialValue }, notice, code, proof }, { status })
  }

  const refuse = (failure: Failure, where?: { aboveForm?: boolean }) => {
    if ('retryAfter' in failure && failure.retryAfter)
      context.replyHeaders.set('Retry-After', failure.retryAfter)
    return comeBack(refusalOf(failure, Object.keys(schema.shape), where?.aboveForm ?? false))
  }

  const { throttledForS } = context
  if (throttledForS !== null) return { ok: false, reply: refuse(tooManyPosts(throttledForS)) }
  if (submission.status !== 'success') return { ok: false, reply: comeBack({ status: 400 }) }
  return { ok: true, value: submission.value, refuse }
}

/** The parser would make structures of brackets and dots in a name, as large as the name says: it is given the schema's names alone. */
const onlyOf = (schema: z.ZodObject, posted: URLSearchParams): URLSearchParams => {
  const own = new URLSearchParams()
  for (const name of Object.keys(schema.shape)) {
    const value = posted.get(name)
    if (value !== null) own.append(name, value)
  }
  return own
}

const sentBack = <Value>(typed: Record<string, Value>): Record<string, Value | string> => {
  let left = MOST_SENT_BACK
  return Object.fromEntries(
    Object.entries(typed).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value]
      const kept = value.slice(0, left)
      left -= kept.length
      return [name, kept]
    }),
  )
}

/** One address has posted more forms than it may. */
export const tooManyPosts = (seconds: number): Failure => ({
  kind: 'throttled',
  message: '',
  retryAfter: String(seconds),
})

interface Refusal extends Partial<Pick<FormReply, 'notice' | 'code' | 'proof'>> {
  status: number
  /** Words above the form. */
  form?: string[]
  fields?: Record<string, string[]>
}

const refusalOf = (failure: Failure, names: string[], aboveForm: boolean): Refusal => {
  switch (failure.kind) {
    case 'invalid': {
      const { own, foreign } = sortErrors(failure.errors, names)
      const form = [failure.message, ...foreign].filter(Boolean)
      return { status: 400, form, fields: own, code: failure.code, proof: failure.proof }
    }
    case 'unauthorized':
      return { status: 400, form: [failure.message || 'Неверный адрес почты или пароль.'] }
    case 'conflict':
      return { status: 400, form: [failure.message || 'Это уже сделано.'], code: failure.code }
    case 'gone':
      return { status: 400, form: [failure.message || 'Ссылка устарела или уже использована.'] }
    case 'forbidden':
      return said(403, failure.message || 'Это действие вам недоступно.', aboveForm, failure.code)
    case 'missing':
      return said(404, failure.message || 'Мы этого не нашли.', aboveForm, null)
    case 'throttled': {
      const words = failure.message || 'Слишком много попыток.'
      return { status: 429, form: [`${words} ${waitInWords(failure.retryAfter)}`] }
    }
    case 'unavailable':
      return { status: failure.status, form: ['Сервис временно недоступен. Попробуйте ещё раз.'] }
  }
}

const said = (status: number, words: string, aboveForm: boolean, code: string | null): Refusal =>
  aboveForm ? { status, form: [words], code } : { status, notice: asMessage(newFlash('error', words)), code }

/** The API's words stand at the fields that the form has; words for any other field stand above the form. */
const sortErrors = (errors: Record<string, string[]>, names: string[]) => {
  const own: Record<string, string[]> = {}
  const foreign: string[] = []
  for (const [field, words] of Object.entries(errors)) {
    if (names.includes(field)) own[field] = words
    else foreign.push(...words)
  }
  return { own, foreign }
}
