import { endpoints } from 'contract/endpoints'
import type { z } from 'zod'

/** A form of a page: the name that tells it apart (the value of `intent`), and the schema of its fields. */
export interface FormDefinition<Schema extends z.ZodObject = z.ZodObject> {
  name: string
  schema: Schema
  /** The names of controls that differ from their fields' names, by field: names that come from the product API. */
  controls?: Readonly<Record<string, string>> | undefined
}

/**
 * Declares a form once. Its component takes the type, `usePostForm<typeof loginForm>('login', …)`, so that the names of
 * its fields are always the names that the action reads.
 */
export const defineForm = <const Name extends string, Schema extends z.ZodObject>(definition: {
  name: Name
  schema: Schema
  controls?: FormDefinition['controls']
}) => definition

type Endpoints = typeof endpoints
type FormCall = {
  [Name in keyof Endpoints]: Endpoints[Name] extends { body: z.ZodObject } ? Name : never
}[keyof Endpoints]
const formCalls: { readonly [Name in FormCall]: { body: Endpoints[Name]['body'] } } = endpoints

/** The form whose fields are the body of a call, with its messages; it has the name of the call. */
export const formOf = <Name extends FormCall>(name: Name) => ({ name, schema: formCalls[name].body })
