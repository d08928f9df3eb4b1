import { fieldsRefused, Refusal } from 'api/refusal'
import { z } from 'zod'

/** Parses a value by a schema. Throws a 422 refusal with the errors by field. */
export const checked = <Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> => {
  const result = z.safeParse(schema, value, { error: ownWords })
  if (result.success) return result.data
  throw refusalOf(result.error)
}

const refusalOf = (error: z.ZodError): Refusal => {
  const errors: Record<string, string[]> = {}
  for (const issue of error.issues) {
    const field = issue.path.map(String).join('.')
    const said = errors[field] ?? []
    if (field && !said.includes(issue.message)) errors[field] = [...said, issue.message]
  }
  return Object.keys(errors).length > 0
    ? fieldsRefused(errors)
    : new Refusal(422, { message: 'Запрос заполнен неверно.' })
}

/** Used where a schema has no words of its own. */
const ownWords: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'invalid_type' && issue.input === undefined ? 'Заполните это поле.' : 'Неверное значение.'
