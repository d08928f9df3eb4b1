import { z } from 'zod'
import { account } from './accounts'
import { autopayment } from './autopayments'
import { menuItem } from './base-data'
import type { Endpoint } from './endpoint'
import { endpoints } from './endpoints'
import { idempotencyKey } from './identifiers'
import { invoice } from './invoices'
import { payment } from './payments'
import { problem } from './problem'
import { user } from './users'

/** Named schemas of the document. A recursive schema has to be here. */
const named = z
  .registry<{ id: string }>()
  .add(account, { id: 'Account' })
  .add(autopayment, { id: 'Autopayment' })
  .add(invoice, { id: 'Invoice' })
  .add(menuItem, { id: 'MenuItem' })
  .add(payment, { id: 'Payment' })
  .add(problem, { id: 'Problem' })
  .add(user, { id: 'User' })

const convert = (schema: z.ZodType) => {
  const converted = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: 'input',
    unrepresentable: 'any',
    metadata: named,
  })
  const text = JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/')
  const rewritten: typeof converted = JSON.parse(text)
  return rewritten
}

const jsonSchema = (schema: z.ZodType) => {
  const { $schema: _, $defs: __, ...rest } = convert(schema)
  return rest
}

const definitions = () => {
  const all = Object.values<Endpoint>(endpoints).flatMap(({ answer, body }) => [answer, body, problem])
  return Object.assign({}, ...all.map((schema) => (schema ? convert(schema).$defs : {})))
}

const json = (schema: z.ZodType) => ({ 'application/json': { schema: jsonSchema(schema) } })

const parameters = (endpoint: Endpoint) => [
  ...(endpoint.path.includes('{id}')
    ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
    : []),
  ...(endpoint.query instanceof z.ZodObject
    ? Object.entries(endpoint.query.shape).map(([name, schema]) => ({
        name,
        in: 'query',
        required: !z.safeParse(schema, undefined).success,
        schema: jsonSchema(schema),
      }))
    : []),
  ...(endpoint.idempotent || endpoint.mayBeKeyed
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: endpoint.idempotent ?? false,
          schema: jsonSchema(idempotencyKey),
        },
      ]
    : []),
  ...(endpoint.confirmable
    ? [
        { name: 'X-Pay-Anew', in: 'header', required: false, schema: { type: 'string', enum: ['true'] } },
        { name: 'X-Seen-Balance', in: 'header', required: false, schema: { type: 'integer' } },
      ]
    : []),
]

const responses = (endpoint: Endpoint) => ({
  [endpoint.success]: {
    description: endpoint.success === 204 ? 'Done' : 'Success',
    ...(endpoint.answer ? { content: json(endpoint.answer) } : {}),
  },
  ...(endpoint.maybeEmpty ? { 204: { description: 'There is none, or nothing to tell' } } : {}),
  ...Object.fromEntries(
    endpoint.problems.map((status) => [status, { description: 'Refused', content: json(problem) }]),
  ),
  default: { description: 'Failure', content: json(problem) },
})

const operation = (name: string, endpoint: Endpoint) => ({
  operationId: name,
  summary: endpoint.summary,
  'x-standing': endpoint.standing,
  ...(endpoint.forCustomers ? {} : { security: endpoint.cookies ? [{}, { session: [] }] : [] }),
  parameters: parameters(endpoint),
  ...(endpoint.body ? { requestBody: { required: true, content: json(endpoint.body) } } : {}),
  responses: responses(endpoint),
})

/** The product API as an OpenAPI 3.1 document, made from the table of endpoints. */
export const openApiDocument = (serverUrl: string) => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint),
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Product API of the customer portal', version: '1.0.0' },
    servers: [{ url: serverUrl }],
    components: {
      schemas: definitions(),
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
    },
    security: [{ session: [] }],
    paths,
  }
}
