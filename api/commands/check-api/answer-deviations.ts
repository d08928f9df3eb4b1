import type { Endpoint } from 'contract/endpoint'
import { problem } from 'contract/problem'
import type { z } from 'zod'
import { type Deviation, deviation } from './deviation'
import { schemaDeviations } from './schema-deviations'
import { shapeOf } from './shape-of'
import type { Answer, NoAnswer } from './upstream'

/** Where the answer to a call that has to succeed differs from the contract. */
export const answerDeviations = (endpoint: Endpoint, answer: Answer | NoAnswer): Deviation[] => {
  const statuses = endpoint.maybeEmpty ? [endpoint.success, 204] : [endpoint.success]
  const wrong = statusDeviations(statuses, answer)
  if (wrong.length > 0 || 'failure' in answer) return wrong
  if (answer.status === 204) return []
  return bodyDeviations(endpoint.answer, answer)
}

/** Where a refusal differs from the contract. */
export const refusalDeviations = (statuses: readonly number[], answer: Answer | NoAnswer): Deviation[] => {
  const wrong = statusDeviations(statuses, answer)
  return wrong.length > 0 || 'failure' in answer ? wrong : bodyDeviations(problem, answer)
}

export const statusDeviations = (statuses: readonly number[], answer: Answer | NoAnswer): Deviation[] => {
  const expected = statuses.join(' or ')
  if ('failure' in answer) return [deviation('answer', expected, answer.failure)]
  const { status } = answer
  if (statuses.includes(status)) return []
  const isRedirect = status >= 300 && status < 400
  return [deviation('status', expected, isRedirect ? `${status}, a redirect` : String(status))]
}

const bodyDeviations = (schema: z.ZodType | undefined, { headers, body }: Answer): Deviation[] => {
  const type = headers.get('content-type') ?? ''
  const wrongType = /^application\/json *(; *charset="?utf-8"?)?$/i.test(type)
    ? []
    : [deviation('content-type', 'application/json in UTF-8', type || 'nothing')]
  const json = jsonOf(body)
  if (json === undefined) return [...wrongType, deviation('$', 'JSON', shapeOf(body))]
  return schema ? [...wrongType, ...schemaDeviations(schema, json)] : wrongType
}

/** Undefined: it is none. */
export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
