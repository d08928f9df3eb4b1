import { demoData } from 'api/demo/demo-data'
import type { Endpoint } from 'contract/endpoint'
import { endpoints } from 'contract/endpoints'
import { openApiDocument } from 'contract/openapi'
import { problem } from 'contract/problem'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

const media = z.object({
  'application/json': z.object({
    example: z.unknown().optional(),
    examples: z.record(z.string(), z.object({ summary: z.string(), value: z.unknown() })).optional(),
  }),
})
const shown = z.object({
  summary: z.string().min(1),
  description: z.string().min(1),
  'x-standing': z.string(),
  'x-feature': z.string().optional(),
  parameters: z.array(z.object({ name: z.string(), required: z.boolean(), example: z.unknown().optional() })),
  requestBody: z.object({ content: media }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content: media.optional() })),
})

const document = openApiDocument('https://api.example.test')
const operationOf = ({ path, method }: Endpoint) =>
  shown.parse(JSON.parse(JSON.stringify(document.paths[path]?.[method.toLowerCase()])))
const exampleIn = (content: z.output<typeof media> | undefined) => content?.['application/json'].example
const calls = Object.entries<Endpoint>(endpoints)

/** Every text of a value, with the name of its field. */
const textsIn = (value: unknown, name = ''): [string, string][] => {
  if (typeof value === 'string') return [[name, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, Array.isArray(value) ? name : key))
}

describe.each(calls)('%s, in the document', (_, endpoint) => {
  const operation = operationOf(endpoint)
  const { responses, requestBody, parameters } = operation

  test('has an example of what is sent, which the contract accepts', () => {
    expect(requestBody !== undefined).toBe(endpoint.body !== undefined)
    if (endpoint.body) expect(endpoint.body.safeParse(exampleIn(requestBody?.content)).error).toBeUndefined()
    for (const { name, required, example } of parameters)
      if (required) expect(example, name).toEqual(expect.stringMatching(/./))
    if (endpoint.query instanceof z.ZodObject) {
      const own = Object.keys(endpoint.query.shape)
      const query = parameters.flatMap(({ name, example }) =>
        own.includes(name) && example !== undefined ? [[name, example]] : [],
      )
      expect(endpoint.query.safeParse(Object.fromEntries(query)).error).toBeUndefined()
    }
  })

  test('has an example of its success, which the contract accepts', () => {
    const { content } = responses[endpoint.success] ?? {}
    expect(content !== undefined).toBe(Boolean(endpoint.answer ?? endpoint.streamed))
    if (endpoint.answer) expect(endpoint.answer.safeParse(exampleIn(content)).error).toBeUndefined()
    if (endpoint.streamed) expect(exampleIn(content)).toBeTypeOf('object')
  })

  test('has an example of each problem, and of no other', () => {
    const statuses = Object.keys(responses).filter((status) => Number(status) >= 400)
    expect(statuses).toEqual(endpoint.problems.map(String))
    for (const status of [...statuses, 'default']) {
      const values = Object.values(responses[status]?.content?.['application/json'].examples ?? {})
      expect(values.length, status).toBeGreaterThan(0)
      for (const { summary, value } of values) {
        const { message } = problem.strict().parse(value)
        expect(summary).toBe(message)
        expect(message).toMatch(/^[А-ЯЁ].*[а-яё].*[.!?]$/)
      }
    }
  })

  test('says whether it is fixed by the specification, and which feature it belongs to', () => {
    expect(operation['x-standing']).toBe(endpoint.standing)
    expect(operation['x-feature']).toBe(endpoint.feature)
    expect(operation.description).toContain(endpoint.standing === 'specified' ? 'Fixed by' : 'An extension')
    if (endpoint.feature) expect(operation.description).toContain(`\`${endpoint.feature}\``)
  })
})

test('the examples are of the demo company’s invented customers', () => {
  const { accounts, customers } = demoData('2026-11-23')
  const texts = calls.flatMap(([, endpoint]) => {
    const { requestBody, responses } = operationOf(endpoint)
    return [
      exampleIn(requestBody?.content),
      ...Object.values(responses).map(({ content }) => exampleIn(content)),
    ].flatMap((example) => textsIn(example))
  })
  const named = (field: string) => new Set(texts.flatMap(([name, text]) => (name === field ? [text] : [])))
  const numbers = accounts.map(({ account }) => account)
  for (const account of named('account'))
    expect(
      numbers.some(
        (number) => number === account || (/^•+ /.test(account) && number.endsWith(account.slice(-4))),
      ),
    ).toBe(true)
  for (const email of named('email')) expect(email).toMatch(/\.example$/)
  for (const phone of named('phone'))
    expect([...customers.map((one) => one.phone), '+74950001201']).toContain(phone)
  const addresses = accounts.map(({ address }) => address)
  for (const address of named('address'))
    if (address.startsWith('г. ') && !address.includes('…')) expect(addresses).toContain(address)
})
