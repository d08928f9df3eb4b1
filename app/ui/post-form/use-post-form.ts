import type { SummaryError } from '../error-summary/error-summary'
import type { FormReply } from './form-reply'

/** A form as its `.server.ts` file declares it. Only its type comes to the browser. */
interface FormDefinition {
  name: string
  schema: { shape: object }
}

/** The fields of a form; the key that makes its repeats one request goes with any of them. */
type FieldOf<Form extends FormDefinition> = Extract<keyof Form['schema']['shape'], string> | 'idempotencyKey'

/** What a refused form shows, and the attributes of its controls. */
export interface PostForm<Name extends string> {
  /** For `<Form>`: with scripts on or off the server alone judges what was typed. */
  attributes: { id: string; method: 'post'; noValidate: true }
  /** For a control of the form: its id, what was typed before, what is wrong with it. */
  control(name: Name): { id: string; name: Name; errors: readonly string[]; defaultValue: string | undefined }
  /** For the summary above the h1, in the order of the fields. */
  errors: readonly SummaryError[]
  /** The refusal of this very form. */
  reply: FormReply | undefined
}

export type PostFormOf<Form extends FormDefinition> = PostForm<FieldOf<Form>>

/**
 * Draws one form of a page from the action's answer. `names` are its controls, from top to bottom; `Extra` are those that
 * the action reads beside the schema.
 */
export function usePostForm<Form extends FormDefinition, Extra extends string = never>(
  id: Form['name'],
  names: readonly (FieldOf<Form> | Extra)[],
  reply: FormReply | undefined,
  defaults: Partial<Record<FieldOf<Form> | Extra, string>> = {},
): PostForm<FieldOf<Form> | Extra> {
  const own = reply?.form === id ? reply : undefined
  const typed = own?.submission.initialValue
  const errors = own?.submission.error ?? {}
  const idOf = (name: FieldOf<Form> | Extra) => `${id}-${name}`
  // Of what the visitor can't see, as a hidden field: said all the same, with no control to go to.
  const unseen = Object.keys(errors).filter((name) => !names.some((own) => own === name))
  return {
    attributes: { id, method: 'post', noValidate: true },
    control: (name) => ({
      id: idOf(name),
      name,
      errors: errors[name] ?? [],
      defaultValue: typed ? text(typed[name]) : defaults[name],
    }),
    errors: [
      ...unseen.flatMap((name) => (errors[name] ?? []).map((words) => ({ text: words }))),
      ...names.flatMap((name) => (errors[name] ?? []).map((words) => ({ fieldId: idOf(name), text: words }))),
    ],
    reply: own,
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
