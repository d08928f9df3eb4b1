import { useLocation } from '@remix-run/react'
import type { SummaryError } from '../error-summary/error-summary'
import type { FormReply } from './form-reply'

/** A form as declared in its `.server.ts` file. Only the type reaches the browser. */
interface FormDefinition {
  name: string
  schema: { shape: object }
}

/** A hidden field, which has no control on the page. */
type HiddenKey = 'idempotencyKey'

/** The names of the form's fields. */
type FieldOf<Form extends FormDefinition> = Extract<keyof Form['schema']['shape'], string> | HiddenKey

/** A control of a form: its id, typed value and errors. */
export interface Control<Name extends string = string> {
  id: string
  name: Name
  errors: readonly string[]
  defaultValue: string | undefined
}

/** The state of a form and the attributes of its controls. */
export interface PostForm<Name extends string> {
  /** For `<Form>`: the server alone validates, with and without scripts. */
  attributes: { id: string; method: 'post'; noValidate: true }
  control(name: Name): Control<Name>
  /** For the summary above the h1, in the order of the fields. */
  errors: readonly SummaryError[]
  /** The rejection of this form. */
  reply: FormReply | undefined
}

export type PostFormOf<Form extends FormDefinition> = PostForm<FieldOf<Form>>

/**
 * Connects a form of the page to the action's result. `names` are the controls that are drawn, from top to bottom: the
 * summary links to their errors. `Extra` are fields that the action reads beside the schema.
 */
export function usePostForm<Form extends FormDefinition, Extra extends string = never>(
  id: Form['name'],
  names: readonly Exclude<FieldOf<Form> | Extra, HiddenKey>[],
  reply: FormReply | undefined,
  defaults: Partial<Record<FieldOf<Form> | Extra, string>> = {},
): PostForm<FieldOf<Form> | Extra> {
  const ownReply = reply?.form === id ? reply : undefined
  const typedValues = ownReply?.submission.initialValue
  const errors = ownReply?.submission.error ?? {}
  const idOf = (name: FieldOf<Form> | Extra) => `${id}-${name}`
  // An error of a field that is hidden or not drawn has no control to jump to, but is listed all the same.
  const namesWithoutControl = Object.keys(errors).filter(
    (name) => !names.some((drawnName) => drawnName === name),
  )
  return {
    attributes: { id, method: 'post', noValidate: true },
    control: (name) => ({
      id: idOf(name),
      name,
      errors: errors[name] ?? [],
      defaultValue: typedValues ? text(typedValues[name]) : defaults[name],
    }),
    errors: [
      ...namesWithoutControl.flatMap((name) => (errors[name] ?? []).map((words) => ({ text: words }))),
      ...names.flatMap((name) => (errors[name] ?? []).map((words) => ({ fieldId: idOf(name), text: words }))),
    ],
    reply: ownReply,
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/**
 * The raw path and query of this page, for the action of a form whose page has an id from outside. The router's default
 * action is decoded once too often: `%252F` becomes `%2F`, and `%3F` begins a query.
 */
export function usePageAddress(): string {
  const { pathname, search } = useLocation()
  return pathname + search
}
