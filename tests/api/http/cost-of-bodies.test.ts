import { endpoints } from 'contract/endpoints'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { openForTests } from '../../support/open-for-tests'
import { expectCheap } from '../../support/processor-time'
import { type Browser, openApiWorld, signedIn } from '../support/api-world'
import { addToRegister } from '../support/billing-register'
import { bankPageOf, payAsGuest, paymentOf } from '../support/payments-world'

const LARGEST_BODY = 64 * 1024
const PLAIN_TEXT = 'a'.repeat(60_000)

const manyIdeographs = Array.from({ length: 16_000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('')
const filling = fc
  .constantFrom('<', '"', ' ', '\\', '1', 'a@', '.', '-', 'п', '\u2028', '№', 'ST00012|', manyIdeographs)
  .map((text) => text.repeat(Math.floor(60_000 / Buffer.byteLength(text))))
const value = fc.oneof(filling, fc.constant(`a@${manyIdeographs}`), fc.jsonValue())

const fieldNames = [
  'email',
  'password',
  'name',
  'phone',
  'account',
  'proof',
  'amount',
  'period',
  'code',
  'limit',
]
const json = fc.oneof(
  fc.tuple(fc.constantFrom(...fieldNames), value).map(([name, given]) => JSON.stringify({ [name]: given })),
  fc
    .tuple(fc.constantFrom('[', '{"a":', '[[],'), fc.integer({ min: 1, max: 30_000 }))
    .map(([text, times]) => text.repeat(times)),
  fc.constant(`{"__proto__":${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
  fc.constant(`[${Array(32_000).fill('1').join()}]`),
  fc.constant(`{${Array.from({ length: 6_000 }, (_, at) => `"a${at}":1`).join()}}`),
)

/** All but the sign-out, after which no other body would be read. */
const posts = Object.values(endpoints).flatMap(({ method, path }) =>
  (method === 'POST' || method === 'PATCH') && path !== endpoints.logout.path
    ? [{ method, path: path.replace('{id}', '4010028513') }]
    : [],
)

describe('a body of 64 KiB at most', () => {
  const world = openForTests(() => openApiWorld('sqlite'))
  let customer: Browser
  let bankPage: string

  beforeAll(async () => {
    customer = await signedIn(world, 'petr@mail.example')
    const account = await addToRegister(world.database.db)
    bankPage = bankPageOf(paymentOf(await payAsGuest(world.browser(), account)))
  })

  test('costs little as JSON of each call', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...posts), json, async ({ method, path }, text) => {
        const headers = { 'content-type': 'application/json', 'idempotency-key': 'a-key-of-this-property' }
        const send = (json: string) => () =>
          customer.send(method, path, { body: Buffer.from(json).subarray(0, LARGEST_BODY), headers })
        const about = `${path}: ${text.slice(0, 60)}`
        const answer = await expectCheap(about, send(text), send(JSON.stringify({ a: PLAIN_TEXT })))
        expect(answer.status, about).toBeLessThan(500)
        expect(answer.status, about).not.toBe(401)
        expect(answer.text.length, about).toBeLessThan(200_000)
      }),
      { numRuns: 200 },
    )
  }, 120_000)

  test('costs little as a form of the test bank', async () => {
    const text = fc.oneof(
      filling.map((typed) => `number=${encodeURIComponent(typed)}&csc=${encodeURIComponent(typed)}`),
      filling.map((typed) => `number=${typed}`),
      fc.constantFrom(
        'a&'.repeat(32_000),
        'number[60000000]=1&card[4294967294]=1',
        `expires=${' '.repeat(60_000)}1`,
      ),
    )
    await fc.assert(
      fc.asyncProperty(text, async (typed) => {
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        const send = (form: string) => async () => {
          const body = Buffer.from(form).subarray(0, LARGEST_BODY)
          const answer = await world.api.fetch(new Request(bankPage, { method: 'POST', headers, body }))
          return { status: answer.status, text: await answer.text() }
        }
        const about = typed.slice(0, 60)
        const answer = await expectCheap(about, send(typed), send(`number=${PLAIN_TEXT}`))
        expect(answer.status, about).toBe(400)
        expect(answer.text.length, about).toBeLessThan(200_000)
      }),
      { numRuns: 50 },
    )
  }, 60_000)
})
