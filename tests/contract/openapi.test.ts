import { Validator } from '@seriousme/openapi-schema-validator'
import type { Endpoint } from 'contract/endpoint'
import { endpoints } from 'contract/endpoints'
import { openApiDocument } from 'contract/openapi'
import { expect, test } from 'vitest'

const document = openApiDocument('https://api.example.test/prefix')

/** Every `$ref` of the document, and what each of them leads to. */
const references = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(references)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : references(inner),
  )
}

const follow = (ref: string) =>
  ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>(
      (at, step) => (typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined),
      document,
    )

test('is an OpenAPI 3.1 document by the standard’s own schema', async () => {
  const validator = new Validator()
  const verdict = await validator.validate(JSON.parse(JSON.stringify(document)))
  expect(verdict.errors).toBeUndefined()
  expect(verdict.valid).toBe(true)
  expect(validator.version).toBe('3.1')
})

test('refers only to what it defines', () => {
  const refs = references(document)
  expect(refs).toContain('#/components/schemas/MenuItem')
  for (const ref of refs) expect(follow(ref), ref).toBeTypeOf('object')
})

test('has every call of the table, and each under a name of its own', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const table = Object.values<Endpoint>(endpoints).map(({ method, path }) => `${method} ${path}`)
  expect(operations.sort()).toEqual(table.sort())
})

test('requires a session for customers’ calls, accepts one elsewhere, and has none where all get the same answer', () => {
  const operation = ({ path, method }: Endpoint) => document.paths[path]?.[method.toLowerCase()]
  expect(document.security).toEqual([{ session: [] }])
  expect(operation(endpoints.accounts)).not.toHaveProperty('security')
  expect(operation(endpoints.login)).toHaveProperty('security', [{}, { session: [] }])
  expect(operation(endpoints.baseData)).toHaveProperty('security', [])
})

test('names the address it is served at', () => {
  expect(document.servers).toEqual([{ url: 'https://api.example.test/prefix' }])
})

test('names the limits of what is sent', () => {
  const sent = ({ path, method }: Endpoint) => document.paths[path]?.[method.toLowerCase()]
  const json = (properties: object) => ({
    requestBody: { content: { 'application/json': { schema: { properties } } } },
  })
  expect(sent(endpoints.secondStepOff)).toMatchObject(
    json({ password: { minLength: 1, maxLength: 1_000 }, code: { maxLength: 200 } }),
  )
  expect(sent(endpoints.guestPayment)).toMatchObject(
    json({ amount: { type: 'integer', minimum: 100, maximum: 35_000_000 } }),
  )
  expect(sent(endpoints.newAutopayment)).toMatchObject(json({ day: { minimum: 1, maximum: 28 } }))
})
