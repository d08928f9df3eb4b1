import { z } from 'zod'
import { account } from './accounts'
import { autopayment } from './autopayments'
import { menuItem } from './base-data'
import type { Endpoint, EndpointExample } from './endpoint'
import { type EndpointName, endpoints, isEndpointName } from './endpoints'
import { examples } from './examples/examples'
import { unavailable } from './examples/problems'
import { idempotencyKey } from './identifiers'
import { invoice } from './invoices'
import { aboutApi, aboutCall, aboutStatus } from './openapi-words'
import { payment } from './payments'
import { type ProblemExamples, problem } from './problem'
import { user } from './users'

/** Named schemas of the document. A recursive schema has to be here. */
const namedSchemas = z
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
    metadata: namedSchemas,
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

const json = (schema: z.ZodType, example: unknown) => ({
  'application/json': { schema: jsonSchema(schema), example },
})

const problemJson = (problems: ProblemExamples) => ({
  'application/json': {
    schema: jsonSchema(problem),
    examples: Object.fromEntries(
      problems.map((value, at) => [
        `${value.code ?? 'problem'}_${at + 1}`,
        { summary: value.message, value },
      ]),
    ),
  },
})

const queryExample = ({ query }: EndpointExample['request'], name: string) =>
  typeof query === 'object' && query[name] !== undefined ? { example: query[name] } : {}

const parameters = (endpoint: Endpoint, { request }: EndpointExample) => [
  ...(endpoint.path.includes('{id}')
    ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: request.id }]
    : []),
  ...(endpoint.query instanceof z.ZodObject
    ? Object.entries(endpoint.query.shape).map(([name, schema]) => ({
        name,
        in: 'query',
        required: !z.safeParse(schema, undefined).success,
        schema: jsonSchema(schema),
        ...queryExample(request, name),
      }))
    : []),
  ...(endpoint.idempotent || endpoint.mayBeKeyed
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: endpoint.idempotent ?? false,
          schema: jsonSchema(idempotencyKey),
          ...(request.idempotencyKey === undefined ? {} : { example: request.idempotencyKey }),
        },
      ]
    : []),
  ...(endpoint.confirmable
    ? [
        {
          name: 'X-Pay-Anew',
          in: 'header',
          required: false,
          schema: { type: 'string', enum: ['true'] },
          example: 'true',
        },
        {
          name: 'X-Seen-Balance',
          in: 'header',
          required: false,
          schema: { type: 'array', items: { type: 'integer' } },
          example: request.displayedBalances,
        },
      ]
    : []),
]

const responses = (endpoint: Endpoint, example: EndpointExample) => ({
  [endpoint.success]: {
    description: endpoint.success === 204 ? 'Done' : 'Success',
    ...(endpoint.answer ? { content: json(endpoint.answer, example.answer) } : {}),
    ...(endpoint.streamed ? { content: json(z.looseObject({}), example.answer) } : {}),
  },
  ...(endpoint.maybeEmpty ? { 204: { description: 'There is none, or nothing to tell' } } : {}),
  ...Object.fromEntries(
    endpoint.problems.map((status) => [
      status,
      {
        description: aboutStatus[status] ?? 'Refused',
        content: problemJson(example.problems[status] ?? unavailable),
      },
    ]),
  ),
  default: { description: 'Failure: 500, 503 and all others', content: problemJson(unavailable) },
})

const operation = (name: EndpointName, endpoint: Endpoint, example: EndpointExample) => ({
  operationId: name,
  summary: endpoint.summary,
  description: aboutCall(endpoint),
  tags: [endpoint.feature ?? 'base'],
  'x-standing': endpoint.standing,
  ...(endpoint.feature ? { 'x-feature': endpoint.feature } : {}),
  ...(endpoint.forCustomers ? {} : { security: endpoint.cookies ? [{}, { session: [] }] : [] }),
  parameters: parameters(endpoint, example),
  ...(endpoint.body
    ? { requestBody: { required: true, content: json(endpoint.body, example.request.body) } }
    : {}),
  responses: responses(endpoint, example),
})

const examplesInFiles: Readonly<Partial<Record<EndpointName, EndpointExample>>> = examples

const exampleOf = (name: EndpointName): EndpointExample => {
  const { example = examplesInFiles[name] }: Endpoint = endpoints[name]
  if (!example) throw new Error(`${name} has no example`)
  return example
}

/** The product API as an OpenAPI 3.1 document, made from the table of endpoints. */
export const openApiDocument = (serverUrl: string) => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const name of Object.keys(endpoints).filter(isEndpointName)) {
    const endpoint: Endpoint = endpoints[name]
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint, exampleOf(name)),
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Product API of the customer portal', version: '1.0.0', description: aboutApi },
    servers: [{ url: serverUrl }],
    components: {
      schemas: definitions(),
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
    },
    security: [{ session: [] }],
    paths,
  }
}
