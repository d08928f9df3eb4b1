import { randomUUID } from 'node:crypto'
import { hashPassword } from 'api/users/password-hash'
import { beginSession } from 'api/users/sessions'
import type { Endpoint } from 'contract/endpoint'
import { endpoints } from 'contract/endpoints'
import fc from 'fast-check'
import { beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { describeOnEachDatabase } from '../../support/databases'
import { printFigure, times } from '../../support/long-run'
import { openForTests } from '../../support/open-for-tests'
import { type Browser, openApiWorld, password } from '../support/api-world'
import { addToRegister, customerWith } from '../support/billing-register'
import { noLimits } from '../support/no-limits'

vi.setConfig({ testTimeout: times(60_000, 1_800_000) })

const BODIES = times(40, 10_000)

const text = fc.oneof(
  fc.string({ maxLength: 300, unit: 'binary' }),
  // Half of a character: JSON may carry it, UTF-8 may not.
  fc.string({ maxLength: 20, unit: fc.constantFrom('\ud800', '\udfff', '\0', '\u2028', 'ё') }),
  fc.constantFrom('', ' ', '0', '-1', '1e309', 'null', '2026-02-30', '9999-99', '__proto__', '%00', '{}'),
  fc.constantFrom('a@b.example', '+79991234567', '4010028513', '12345678', '2026-02'),
  fc.integer({ min: 1, max: 60_000 }).map((length) => '9'.repeat(length)),
)
const number = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(0, -0, 1, 100, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 63, -(2 ** 63), 1e308, 5e-324, 0.1),
)
const value = fc.oneof(text, number, fc.boolean(), fc.constant(null), fc.jsonValue({ maxDepth: 2 }))

const typed = 'девять лодок у причала'
const returnAddress = 'https://portal.example/pay/success'

/** What a form would send, by field; without it no body would get past the first check. */
const rightValues = (account: string): Record<string, unknown> => ({
  email: 'petr@mail.example',
  // Not the customer's: the right one would delete the customer.
  password: typed,
  password_confirmation: typed,
  password_old: typed,
  name: 'Пётр Снегирёв',
  phone: '+79991234567',
  consent: true,
  consentVersion: '2026-01-15',
  code: '123456',
  token: 'token',
  account,
  accounts: [account],
  proof: '12345678',
  period: '2026-02',
  amount: 10_000,
  limit: 100_000,
  parts: [{ account, amount: 10_000 }],
  readings: [{ meter: randomUUID(), values: { t1: '1' } }],
  confirmed: true,
  saveMethod: true,
  paymentMethod: randomUUID(),
  rule: 'monthly',
  day: 15,
  status: 'paused',
  successUrl: returnAddress,
  failedUrl: returnAddress,
})

/** An object of the call's own fields: most as a form sends them, some missing, foreign or of any other value. */
const objectWith = (fields: readonly string[], account: string) => {
  const right = rightValues(account)
  const own = fields.map((name) => [
    name,
    fc.oneof({ weight: 4, arbitrary: fc.constant(right[name]) }, { weight: 1, arbitrary: value }),
  ])
  const foreign = ['constructor', 'extra'].map((name) => [name, value])
  return fc
    .tuple(
      fc.record(Object.fromEntries(own)),
      fc.record(Object.fromEntries(foreign), { requiredKeys: [] }),
      fc.option(fc.constantFrom(...fields, 'nothing')),
    )
    .map(([given, more, missing]) => {
      const kept = Object.entries({ ...given, ...more }).filter(([name]) => name !== missing)
      return JSON.stringify(Object.fromEntries(kept))
    })
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

const bodyOf = (fields: readonly string[], account: string) =>
  fc.oneof(
    { weight: 12, arbitrary: objectWith(fields, account) },
    { weight: 2, arbitrary: fc.json({ maxDepth: 4 }) },
    { weight: 1, arbitrary: fc.string({ maxLength: 200, unit: 'binary' }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 10_000 }).map(nested) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
  )

const listed: Record<string, Endpoint> = endpoints
const calls = Object.entries(listed).flatMap(([, { method, path, body }]) =>
  body === undefined
    ? []
    : [{ method, path, fields: body instanceof z.ZodObject ? Object.keys(body.shape) : [] }],
)

describeOnEachDatabase('random bodies', (kind) => {
  const world = openForTests(() => openApiWorld(kind, { limits: noLimits }))
  let account: string
  let userId: string
  let customer: Browser

  beforeAll(async () => {
    account = await addToRegister(world.database.db)
    const made = await customerWith(world, account)
    userId = made.id
    customer = made.browser
    const { db } = world.database
    const ofAPerson = { password_hash: await hashPassword(password) }
    await db.updateTable('users').set(ofAPerson).where('id', '=', userId).execute()
  })

  const statuses = new Map<number, number>()

  test.each(calls)(
    `of $method $path: ${BODIES} are answered without a failure`,
    async ({ method, path, fields }) => {
      const attempt = fc.record({
        body: bodyOf(fields, account),
        isCustomer: fc.boolean(),
        contentType: fc.oneof(
          { weight: 12, arbitrary: fc.constant('application/json') },
          {
            weight: 1,
            arbitrary: fc.constantFrom(
              ...['application/json; charset=utf-16', 'text/plain', 'multipart/form-data', '*'],
            ),
          },
        ),
        id: fc.constantFrom(account, account, '0', randomUUID()),
      })
      await fc.assert(
        fc.asyncProperty(attempt, async ({ body, isCustomer, contentType, id }) => {
          if (isCustomer && customer.session() === undefined)
            customer.setSession(
              await beginSession(world.database.db, { userId, device: null, now: world.now() }),
            )
          const answer = await (isCustomer ? customer : world.browser()).send(
            method,
            path.replace('{id}', id),
            { body, headers: { 'content-type': contentType, 'idempotency-key': randomUUID() } },
          )
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
          expect(answer.status, `${answer.text} ${JSON.stringify(world.logged.at(-1))}`).toBeLessThan(500)
        }),
        { numRuns: BODIES },
      )
    },
  )

  test('in sum', () => {
    const found = [...statuses].toSorted().map(([status, count]) => `${count} × ${status}`)
    printFigure(10, `${BODIES} bodies for each of ${calls.length} calls on ${kind}: ${found.join(', ')}`)
    expect(statuses.get(200), 'some bodies are right').toBeGreaterThan(0)
  })
})
