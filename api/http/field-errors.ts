import { z } from 'zod'
import { fieldsRefused, Refusal } from './refusal'

/** What a schema makes of a value. Refuses with 422 and words by field. */
export const checked = <Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> => {
  const result = z.safeParse(schema, value, { error: ownWords })
  if (result.success) return result.data
  throw refusalOf(result.error)
}

const refusalOf = (error: z.ZodError): Refusal => {
  const errors: Record<string, string[]> = {}
  for (const issue of error.issues) {
    const field = issue.path.map(String).join('.')
    if (field) errors[field] = [...(errors[field] ?? []), issue.message]
  }
  return Object.keys(errors).length > 0
    ? fieldsRefused(errors)
    : new Refusal(422, { message: 'Запрос заполнен неверно.' })
}

/** The words where a schema has none of its own. */
const ownWords: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'invalid_type' && issue.input === undefined ? 'Заполните это поле.' : 'Неверное значение.'
