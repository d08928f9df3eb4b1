import { randomUUID } from 'node:crypto'
import { demoLogin, seedDemo } from 'api/demo/seed-demo'
import { type EndpointName, endpoints } from 'contract/endpoints'
import fc from 'fast-check'
import { beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { describeOnEachDatabase } from '../../support/databases'
import { printFigure, times } from '../../support/long-run'
import { openForTests } from '../../support/open-for-tests'
import { type Browser, login, openApiWorld } from '../support/api-world'
import { newCustomer } from '../support/billing-register'
import { noLimits } from '../support/no-limits'

vi.setConfig({ testTimeout: 600_000 })

const ATTEMPTS = times(400, 10_000)

/** What a customer has that others may name: ids of each kind, from the lists that only the owner gets. */
const kinds = ['account', 'payment', 'method', 'autopayment', 'session'] as const
type Kind = (typeof kinds)[number]
type Ids = Record<Kind, string[]>

/** What the id in each call's path names. */
const idInPath: { [Name in EndpointName]?: Kind } = {
  endSession: 'session',
  setDefaultAccount: 'account',
  changeAccountTitle: 'account',
  deleteAccount: 'account',
  history: 'account',
  access: 'account',
  inviteToAccount: 'account',
  invoice: 'account',
  charges: 'account',
  invoiceExplanation: 'account',
  meters: 'account',
  sendReadings: 'account',
  readingHistory: 'account',
  guestPaymentState: 'payment',
  personalPayment: 'account',
  personalPaymentState: 'payment',
  basket: 'payment',
  deleteSavedMethod: 'method',
  changeAutopayment: 'autopayment',
  autopaymentRuns: 'autopayment',
  deleteAutopayment: 'autopayment',
}

/** These take an id with a code out of a letter, or the secret of a calendar; their own tests try foreign ones. */
const idsOfLetters: EndpointName[] = [
  'verifyEmail',
  'changePassword',
  'changeEmailUndo',
  'notMe',
  'deletionUndo',
  'optOutOfCharge',
  'stopReadingReminder',
  'stopInvoiceLetters',
  'calendar',
  'previewInvitation',
  'acceptInvitation',
  'declineInvitation',
  // Of a grant, which no list of the customer's has: tests/api/family has them.
  'confirmGrant',
  'endGrant',
]

/** Calls whose body names an account or a card. */
const idInBody: EndpointName[] = ['newAutopayment', 'basketPreview', 'beginBasket']

/** Parameters without which a call is refused whatever it names. */
const queryOf: { [Name in EndpointName]?: string } = { invoiceExplanation: '?period=2026-02' }

const returnAddresses = {
  successUrl: 'https://portal.example/personal/pay-success',
  failedUrl: 'https://portal.example/personal/pay-failed',
}

/** What is sent to each call; undefined: no body. */
const bodiesOf = (name: EndpointName, account: string, method: string): unknown[] => {
  const payment = { amount: 10_000, saveMethod: false, ...returnAddresses }
  switch (name) {
    case 'personalPayment':
      return [payment, { ...payment, paymentMethod: method }]
    case 'newAutopayment':
      return [{ account, rule: 'invoice', limit: 100_000, consent: true, ...returnAddresses }]
    case 'changeAutopayment':
      return [{ status: 'paused' }, { limit: 100 }]
    case 'basketPreview':
      return [{ accounts: [account] }]
    case 'beginBasket':
      return [{ parts: [{ account, amount: 10_000 }], saveMethod: false, ...returnAddresses }]
    case 'inviteToAccount':
      return [{ readings: true, pay: true, password: 'a password' }]
    case 'sendReadings':
      return [{ readings: [{ meter: account, values: { t1: '1' } }] }]
    case 'invoice':
      return [undefined, {}, { period: '2026-02' }]
    default:
      return [undefined]
  }
}

/** An id as it is, and as somebody might spell it to get past a check. */
const spellings: ((id: string) => string)[] = [
  (id) => id,
  (id) => id.toUpperCase(),
  (id) => `${id}%20`,
  (id) => `%20${id}`,
  (id) => `${id}%00`,
  (id) => `${id}%0A`,
  (id) => `0${id}`,
  (id) => `${id}%2F`,
  (id) => `..%2F${id}`,
  (id) => `${id}%2C${id}`,
  (id) => `${id}'%20or%20'1'%3D'1`,
  () => '%25',
  (id) => id.replace(/\d/g, (digit) => encodeURIComponent(String.fromCodePoint(0xff10 + Number(digit)))),
]

const listOfIds = z.object({ data: z.array(z.object({ id: z.string() })) })
const idsIn = async (browser: Browser, path: string) =>
  listOfIds.parse((await browser.get(path)).body).data.map(({ id }) => id)

const listOfAccounts = z.object({ data: z.array(z.object({ account: z.string() })) })

const idsOf = async (owner: Browser): Promise<Ids> => {
  const listed = await owner.get('/api/v1/personal/')
  const account = listOfAccounts.parse(listed.body).data.map((one) => one.account)
  const payments = await Promise.all(
    account.map((one) => idsIn(owner, `/api/v1/personal/history/${one}?limit=100`)),
  )
  return {
    account,
    payment: payments.flat(),
    method: await idsIn(owner, '/api/v1/personal/payment-methods/'),
    autopayment: await idsIn(owner, '/api/v1/personal/autopayments/'),
    session: await idsIn(owner, '/api/v1/users/sessions/'),
  }
}

/** Everything that only the owner is shown. */
const shownTo = async (owner: Browser, { account, autopayment }: Ids) => {
  const paths = [
    '/api/v1/users/get-current-auth/',
    '/api/v1/personal/',
    '/api/v1/personal/get-default-account',
    '/api/v1/personal/payment-methods/',
    '/api/v1/personal/autopayments/',
    '/api/v1/users/sessions/',
    ...account.map((one) => `/api/v1/personal/history/${one}?limit=100`),
    ...account.map((one) => `/api/v1/personal/readings/${one}?limit=100`),
    ...autopayment.map((one) => `/api/v1/personal/autopayments/${one}/runs`),
  ]
  return Promise.all(paths.map(async (path) => (await owner.get(path)).text))
}

const isCall = (name: string): name is EndpointName => name in endpoints
const calls = Object.keys(endpoints)
  .filter(isCall)
  .map((name) => ({ name, method: endpoints[name].method, path: endpoints[name].path }))

test('every call with an id in its path is in the table', () => {
  const named = calls.filter(({ path }) => path.includes('{id}')).map(({ name }) => name)
  expect(named.toSorted()).toEqual([...Object.keys(idInPath), ...idsOfLetters].toSorted())
})

describeOnEachDatabase('the ids of another customer', (kind) => {
  const world = openForTests(() => openApiWorld(kind, { limits: noLimits }))
  let owner: Browser
  let stranger: Browser
  let ids: Ids

  beforeAll(async () => {
    await seedDemo(world.database, { now: world.now(), timeZone: 'Europe/Moscow' })
    const demo = await demoLogin(world.database.db)
    owner = world.browser()
    await login(owner, demo?.email ?? '', demo?.password)
    stranger = (await newCustomer(world)).browser
    ids = await idsOf(owner)
  })

  test(`let a stranger and a guest see and change nothing in ${ATTEMPTS} attempts`, async () => {
    for (const [what, list] of Object.entries(ids)) expect(list, what).not.toHaveLength(0)
    const shown = await shownTo(owner, ids)
    const guest = world.browser()
    const attempt = fc.record({
      call: fc.constantFrom(...calls.filter(({ name }) => name in idInPath || idInBody.includes(name))),
      visitor: fc.constantFrom('stranger' as const, 'guest' as const),
      spell: fc.constantFrom(...spellings),
      kindOfId: fc.constantFrom(...kinds),
      ofItsKind: fc.integer({ min: 0, max: 9 }).map((one) => one > 1),
      at: fc.nat(),
      bodyAt: fc.nat(),
    })
    const seen = { stranger: 0, guest: 0 }
    await fc.assert(
      fc.asyncProperty(attempt, async ({ call, visitor, spell, kindOfId, ofItsKind, at, bodyAt }) => {
        const list = ids[ofItsKind ? (idInPath[call.name] ?? 'account') : kindOfId]
        const id = spell(list[at % list.length] ?? '')
        const bodies = bodiesOf(call.name, ids.account[at % ids.account.length] ?? '', ids.method[0] ?? '')
        const body = bodies[bodyAt % bodies.length]
        const answer = await (visitor === 'guest' ? guest : stranger).send(
          call.method,
          call.path.replace('{id}', id) + (queryOf[call.name] ?? ''),
          {
            headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
            ...(body !== undefined && { body: JSON.stringify(body) }),
          },
        )
        seen[visitor] += 1
        const about = `${visitor}: ${call.method} ${call.path} with ${id}: ${answer.status} ${answer.text}`
        const expected =
          visitor === 'guest' && call.name !== 'guestPaymentState' ? [401] : [400, 404, 409, 422]
        expect(expected, about).toContain(answer.status)
        expect(answer.body, about).not.toHaveProperty('data')
      }),
      { numRuns: ATTEMPTS },
    )
    expect(await shownTo(owner, ids)).toEqual(shown)
    printFigure(9, `${seen.stranger} attempts of a stranger, ${seen.guest} of a guest on ${kind}, 0 leaks`)
  })
})
