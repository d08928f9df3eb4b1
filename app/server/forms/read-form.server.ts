import type { SubmissionResult } from '@conform-to/dom'
import { parseWithZod } from '@conform-to/zod/v4'
import { configureCoercion } from '@conform-to/zod/v4/future'
import type { AppLoadContext } from '@remix-run/node'
import { data } from '@remix-run/node'
import { z } from 'zod'
import type { Failure } from '../../api-client/failure'
import type { FormReply } from '../../ui/post-form/form-reply'
import { passRetryAfterOn, tooManyTries } from '../http/retry-after.server'
import { asMessage, newFlash } from '../session/flash.server'
import type { FormDefinition } from './form-definition.server'
import { postedFields } from './posted-fields.server'

/** A form that comes back with its errors. */
export type RejectedForm = ReturnType<typeof data<FormReply>>

/** Where a page shows a refusal of 403, 404 or 409: above the form, at one field, or else as a flash message. */
interface MessagePlace {
  aboveForm?: boolean
  atField?: string
}

export type ReadForm<Value> =
  | { ok: true; value: Value; reject(failure: Failure, where?: MessagePlace): RejectedForm }
  | { ok: false; reply: RejectedForm }

const NEVER_SENT_BACK = ['password', 'password_old', 'password_confirmation']

/** Characters that a rejected form sends back in all; each takes up to 11 bytes in the HTML and the scripts' data. */
const MAX_SENT_BACK = 6_000

/** A box that is ticked: browsers send `on`, other clients the payload's `true`. */
const isTicked = (sent: unknown) => sent === 'on' || sent === 'true'

/** Reads form fields for the schema of a body: an empty text becomes `undefined`, or `null` in a nullable field. */
const { coerceFormValue } = configureCoercion({
  type: { boolean: isTicked },
  customize(field) {
    if (field instanceof z.ZodBoolean) return isTicked
    return field instanceof z.ZodNullable ? (sent) => sent || null : null
  },
})

/**
 * Validates a posted form by its schema, one value per field; other fields are ignored. A rejected form comes back with
 * everything typed but passwords: `reply` is a 400 with the errors at the fields, `reject` turns an API failure into the
 * page's response.
 */
export const readForm = async <Schema extends z.ZodObject>(
  context: AppLoadContext,
  { name, schema, controls }: FormDefinition<Schema>,
): Promise<ReadForm<z.output<Schema>>> => {
  const submission = parseWithZod(pickFields(schema, await postedFields(context), controls), {
    schema: coerceFormValue(schema),
    // Stryker disable next-line BooleanLiteral: a second coercion changes nothing, and costs time
    disableAutoCoercion: true,
  })

  const { comeBack, reject } = formReplies(context, {
    name,
    fields: Object.keys(schema.shape),
    submission: ({ form, fields }) =>
      submission.reply({ hideFields: NEVER_SENT_BACK, formErrors: form, fieldErrors: fields }),
  })

  const { throttledForS } = context
  if (throttledForS !== null) return { ok: false, reply: reject(tooManyPosts(throttledForS)) }
  if (submission.status !== 'success') return { ok: false, reply: comeBack({ status: 400 }) }
  return { ok: true, value: submission.value, reject }
}

interface FormErrors {
  form: string[]
  fields: Record<string, string[]>
}

/**
 * How a posted form comes back: `comeBack` with errors of the portal's own, `reject` with an API failure. For forms whose
 * fields are known only from the data; all others use `readForm`.
 */
export const formReplies = (
  context: AppLoadContext,
  form: {
    name: string
    fields: readonly string[]
    /** What was typed, with these errors. */
    submission(errors: FormErrors): SubmissionResult<string[]>
  },
) => {
  const comeBack = ({
    status,
    form: above = [],
    fields = {},
    flash = null,
    code = null,
    proof = null,
  }: Rejection): RejectedForm => {
    context.form = { state: 'rejected' }
    const reply = form.submission({ form: above, fields })
    const initialValue = limitSentBack(reply.initialValue ?? {})
    const submission = { ...reply, initialValue }
    const requestId = status >= 500 ? context.requestId : null
    return data({ form: form.name, submission, flash, code, requestId, proof }, { status })
  }

  const reject = (failure: Failure, where: MessagePlace = {}): RejectedForm => {
    if ('retryAfter' in failure) passRetryAfterOn(context.replyHeaders, failure.retryAfter)
    return comeBack(rejectionOf(failure, form.fields, where))
  }

  return { comeBack, reject }
}

/** Only the schema's fields reach the parser: it would build a structure of any size from brackets and dots in a name. */
const pickFields = (
  schema: z.ZodObject,
  fields: URLSearchParams,
  controls: FormDefinition['controls'] = {},
): URLSearchParams => {
  const own = new URLSearchParams()
  for (const name of Object.keys(schema.shape)) {
    const value = fields.get(controls[name] ?? name)
    if (value !== null) own.append(name, value)
  }
  return own
}

const limitSentBack = <Value>(typed: Record<string, Value>): Record<string, Value | string> => {
  let remaining = MAX_SENT_BACK
  return Object.fromEntries(
    Object.entries(typed).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value]
      const start = value.slice(0, remaining)
      remaining -= start.length
      return [name, start]
    }),
  )
}

/** The failure of a visitor over the limit of POSTs, who may post again after `seconds`. */
export const tooManyPosts = (seconds: number): Failure => ({
  kind: 'throttled',
  message: '',
  retryAfter: String(seconds),
})

interface Rejection extends Partial<Pick<FormReply, 'flash' | 'code' | 'proof'>> {
  status: number
  /** Errors above the form. */
  form?: string[]
  fields?: Record<string, string[]>
}

const rejectionOf = (failure: Failure, names: readonly string[], where: MessagePlace): Rejection => {
  switch (failure.kind) {
    case 'invalid': {
      const { code, proof } = failure
      return { status: 400, ...errorsOfRefusal(failure, names), code, proof }
    }
    case 'unauthorized':
      return { status: 400, ...errorsOfRefusal(failure, names, 'Неверный адрес почты или пароль.') }
    case 'conflict':
      return {
        ...rejectionWith(400, failure.message || 'Это уже сделано.', { ...where, aboveForm: true }),
        code: failure.code,
      }
    case 'gone':
      return { status: 400, ...errorsOfRefusal(failure, names, 'Ссылка устарела или уже использована.') }
    case 'forbidden':
      return {
        ...rejectionWith(403, failure.message || 'Это действие вам недоступно.', where),
        code: failure.code,
      }
    case 'missing':
      return rejectionWith(404, failure.message || 'Мы этого не нашли.', where)
    case 'throttled':
      return { status: 429, form: [tooManyTries(failure.message, failure.retryAfter)] }
    case 'unavailable':
      return { status: failure.status, form: ['Сервис временно недоступен. Попробуйте ещё раз.'] }
  }
}

const rejectionWith = (status: number, words: string, { aboveForm, atField }: MessagePlace): Rejection => {
  if (atField) return { status, fields: { [atField]: [words] } }
  return aboveForm ? { status, form: [words] } : { status, flash: asMessage(newFlash('error', words)) }
}

/**
 * Sorts the messages of a refusal, each once: errors of the form's own fields at the fields, the message and all other
 * errors above the form. Without any message, `otherwise` is shown.
 */
export const errorsOfRefusal = (
  { message, errors }: Pick<Extract<Failure, { kind: 'invalid' }>, 'message' | 'errors'>,
  names: readonly string[],
  otherwise = 'Проверьте, что введено, и попробуйте ещё раз.',
): FormErrors => {
  const { own, foreign } = sortErrors(errors, names)
  const atFields = Object.values(own).flat()
  const form = [...new Set([message, ...foreign])].filter((words) => words && !atFields.includes(words))
  const hasMessages = form.length + atFields.length > 0
  return { form: hasMessages ? form : [otherwise], fields: own }
}

const sortErrors = (errors: Record<string, string[]>, names: readonly string[]) => {
  const own: Record<string, string[]> = {}
  const foreign: string[] = []
  for (const [field, words] of Object.entries(errors)) {
    if (names.includes(field)) own[field] = words
    else foreign.push(...words)
  }
  return { own, foreign }
}
