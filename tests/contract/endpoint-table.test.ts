import type { Endpoint } from 'contract/endpoint'
import { endpoints } from 'contract/endpoints'
import { expect, test } from 'vitest'
import { z } from 'zod'

/** Written out by hand from the page that describes the product API: a call may not drift by a character. */
const SPECIFIED = `
  GET    /api-gateway/base-data
  GET    /api/v1/users/get-current-auth/
  POST   /api/v1/users/login/
  POST   /api/v1/users/logout/
  GET    /api/v1/users/verify-email/{id}
  POST   /api/v1/users/forgot-password/
  POST   /api/v1/users/change-password/{id}
  POST   /api/v1/users/change-profile/
  POST   /api/v1/users/change-profile-password/
  POST   /api/v1/users/change-email-request/
  GET    /api/v1/users/change-email
  POST   /api/v1/personal/add-account/
  GET    /api/v1/personal/
  PATCH  /api/v1/personal/set-default-account/{id}
  DELETE /api/v1/personal/delete-account/{id}
  GET    /api/v1/personal/get-default-account
  GET    /api/v1/personal/history/{id}
  POST   /api/v1/personal/invoice/{id}
`
const EXTENSIONS = `
  GET    /api-gateway/page
  POST   /api/v1/users/verify-email-request/
  POST   /api/v1/users/registration/
  POST   /api/v1/users/change-email-undo/{id}
  POST   /api/v1/users/login-second-step/
  GET    /api/v1/users/sessions/
  DELETE /api/v1/users/sessions/{id}
  POST   /api/v1/users/end-other-sessions/
  POST   /api/v1/users/not-me/{id}
  GET    /api/v1/users/second-step/
  POST   /api/v1/users/second-step/
  POST   /api/v1/users/second-step-confirm/
  POST   /api/v1/users/second-step-off/
  GET    /api/v1/users/consents/
  GET    /api/v1/users/export/
  POST   /api/v1/users/deletion/
  POST   /api/v1/users/deletion-undo/{id}
  PATCH  /api/v1/personal/account/{id}
  GET    /api/v1/personal/charges/{id}
  GET    /api/v1/personal/invoice-explanation/{id}
  POST   /api/v1/pay/check/
  POST   /api/v1/pay/
  GET    /api/v1/pay/{id}
  POST   /api/v1/personal/pay/{id}
  GET    /api/v1/personal/pay/{id}
  GET    /api/v1/personal/payment-methods/
  DELETE /api/v1/personal/payment-methods/{id}
  GET    /api/v1/personal/autopayments/
  POST   /api/v1/personal/autopayments/
  PATCH  /api/v1/personal/autopayments/{id}
  GET    /api/v1/personal/autopayments/{id}/runs
  POST   /api/v1/pay/autopayment-refuse/{id}
  DELETE /api/v1/personal/autopayments/{id}
`

/** The fields of each request's body; a question mark after optional ones. */
const BODIES: Record<string, string> = {
  'POST /api/v1/users/login/': 'email password',
  'POST /api/v1/users/verify-email-request/': 'email',
  'POST /api/v1/users/forgot-password/': 'email',
  'POST /api/v1/users/change-password/{id}': 'password password_confirmation',
  'POST /api/v1/users/change-profile/': 'name phone',
  'POST /api/v1/users/change-profile-password/': 'password_old password password_confirmation',
  'POST /api/v1/users/change-email-request/': 'email',
  'POST /api/v1/users/change-email-undo/{id}': 'code',
  'POST /api/v1/users/registration/':
    'name email phone password password_confirmation consent consentVersion?',
  'POST /api/v1/users/login-second-step/': 'token code',
  'POST /api/v1/users/not-me/{id}': 'code',
  'POST /api/v1/users/second-step/': 'password',
  'POST /api/v1/users/second-step-confirm/': 'code',
  'POST /api/v1/users/second-step-off/': 'password code',
  'POST /api/v1/users/deletion/': 'password',
  'POST /api/v1/users/deletion-undo/{id}': 'code',
  'POST /api/v1/personal/add-account/': 'account proof?',
  'PATCH /api/v1/personal/account/{id}': 'title',
  'POST /api/v1/personal/invoice/{id}': 'period?',
  'POST /api/v1/pay/check/': 'account',
  'POST /api/v1/pay/': 'account amount email successUrl failedUrl',
  'POST /api/v1/personal/pay/{id}': 'amount saveMethod paymentMethod? successUrl failedUrl',
  'POST /api/v1/personal/autopayments/':
    'account rule day? amount? limit consent consentVersion? successUrl failedUrl',
  'PATCH /api/v1/personal/autopayments/{id}': 'status? day? amount? limit?',
  'POST /api/v1/pay/autopayment-refuse/{id}': 'code',
}

/** Fields that were added since, and go only to an API that names their feature or several kinds of payment. */
const FEATURE_FIELDS: Record<string, string> = {
  'POST /api/v1/users/login-second-step/': 'rememberDevice?',
  'PATCH /api/v1/personal/autopayments/{id}': 'paymentMethod?',
  'POST /api/v1/pay/': 'kind?',
  'POST /api/v1/personal/pay/{id}': 'kind?',
  'POST /api/v1/personal/autopayments/': 'kind?',
}

const QUERIES: Record<string, string> = {
  'GET /api-gateway/page': 'path',
  'GET /api/v1/users/verify-email/{id}': 'code',
  'POST /api/v1/users/change-password/{id}': 'as-it-came',
  'GET /api/v1/users/change-email': 'as-it-came',
  'GET /api/v1/personal/': 'filter?',
  'GET /api/v1/personal/history/{id}': 'from? to? status? cursor? limit?',
  'GET /api/v1/personal/charges/{id}': 'months?',
  'GET /api/v1/personal/invoice-explanation/{id}': 'period against?',
}

const SUCCESSES: Record<string, number> = {
  'POST /api/v1/users/logout/': 204,
  'POST /api/v1/users/verify-email-request/': 204,
  'POST /api/v1/users/forgot-password/': 204,
  'POST /api/v1/users/change-password/{id}': 204,
  'POST /api/v1/users/change-profile-password/': 204,
  'POST /api/v1/users/change-email-request/': 204,
  'POST /api/v1/users/change-email-undo/{id}': 204,
  'POST /api/v1/users/registration/': 204,
  'DELETE /api/v1/users/sessions/{id}': 204,
  'POST /api/v1/users/end-other-sessions/': 204,
  'POST /api/v1/users/not-me/{id}': 204,
  'POST /api/v1/users/second-step/': 201,
  'POST /api/v1/users/second-step-off/': 204,
  'POST /api/v1/users/deletion/': 204,
  'POST /api/v1/users/deletion-undo/{id}': 204,
  'POST /api/v1/personal/add-account/': 201,
  'PATCH /api/v1/personal/set-default-account/{id}': 204,
  'DELETE /api/v1/personal/delete-account/{id}': 204,
  'POST /api/v1/pay/': 201,
  'POST /api/v1/personal/pay/{id}': 201,
  'DELETE /api/v1/personal/payment-methods/{id}': 204,
  'POST /api/v1/personal/autopayments/': 201,
  'POST /api/v1/pay/autopayment-refuse/{id}': 204,
  'DELETE /api/v1/personal/autopayments/{id}': 204,
}

const IDEMPOTENT = [
  'POST /api/v1/pay/',
  'POST /api/v1/personal/autopayments/',
  'POST /api/v1/personal/pay/{id}',
]
/** Calls of forms that create something, whose key an upstream need not know. */
const KEYED = [
  'POST /api/v1/users/registration/',
  'POST /api/v1/users/verify-email-request/',
  'POST /api/v1/users/forgot-password/',
  'POST /api/v1/users/change-email-request/',
  'POST /api/v1/personal/add-account/',
]
const SAME_FOR_ALL = ['GET /api-gateway/base-data', 'GET /api-gateway/page']

const table: readonly Endpoint[] = Object.values(endpoints)
const callOf = ({ method, path }: Endpoint) => `${method} ${path}`

const listed = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().replace(/ +/, ' '))
    .sort()

const namedCalls = [...listed(SPECIFIED), ...listed(EXTENSIONS)]
/** Calls that were added since are described by the table alone. */
const onThePage = table.filter((endpoint) => namedCalls.includes(callOf(endpoint)))

const fieldsOf = (schema: z.ZodType | undefined) => {
  if (!(schema instanceof z.ZodObject)) return undefined
  return Object.entries(schema.shape).map(
    ([name, field]) => `${name}${z.safeParse(field, undefined).success ? '?' : ''}`,
  )
}

const withStanding = (standing: Endpoint['standing']) =>
  table
    .filter((endpoint) => endpoint.standing === standing)
    .map(callOf)
    .sort()

test('the table has exactly the calls that the specification fixes, to the letter', () => {
  expect(withStanding('specified')).toEqual(listed(SPECIFIED))
})

test('the extensions stand in the table to the letter', () => {
  expect(withStanding('extension')).toEqual(expect.arrayContaining(listed(EXTENSIONS)))
})

test.each(onThePage.map((endpoint) => [callOf(endpoint), endpoint] as const))(
  '%s has the body, the query, the success and the cookies that its page names',
  (call, endpoint) => {
    const fields = fieldsOf(endpoint.body)?.filter((field) => field !== FEATURE_FIELDS[call])
    expect(fields?.sort()).toEqual(BODIES[call]?.split(' ').sort())
    const query = typeof endpoint.query === 'string' ? [endpoint.query] : fieldsOf(endpoint.query)
    expect(query).toEqual(QUERIES[call]?.split(' '))
    expect(endpoint.success).toBe(SUCCESSES[call] ?? 200)
    expect(endpoint.idempotent ?? false).toBe(IDEMPOTENT.includes(call))
    expect(endpoint.mayBeKeyed ?? false).toBe(KEYED.includes(call))
    expect(endpoint.cookies).toBe(!SAME_FOR_ALL.includes(call))
  },
)

test('nothing is expected in the body of a 204', () => {
  for (const endpoint of table) if (endpoint.success === 204) expect(endpoint.answer).toBeUndefined()
})

test('GET and DELETE have no body', () => {
  for (const endpoint of table)
    if (endpoint.method === 'GET' || endpoint.method === 'DELETE') expect(endpoint.body).toBeUndefined()
})

test('only these calls may succeed without data', () => {
  expect(table.filter((endpoint) => endpoint.maybeEmpty).map(callOf)).toEqual([
    'POST /api/v1/users/change-profile/',
    'GET /api/v1/users/change-email',
    'POST /api/v1/personal/add-account/',
    'PATCH /api/v1/personal/account/{id}',
    'GET /api/v1/personal/get-default-account',
    'PATCH /api/v1/personal/autopayments/{id}',
  ])
})
