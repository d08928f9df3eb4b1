import { appendToLedger } from 'api/ledger/ledger.repository'
import { historyAnswer, savedMethodsAnswer } from 'contract/payments'
import { problemCodes } from 'contract/problem'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { type Answer, type ApiWorld, type Browser, openApiWorld } from '../support/api-world'
import { addToRegister, customerWith } from '../support/billing-register'
import { faultyGateway } from '../support/faulty-gateway'
import {
  atBank,
  balance,
  bankPageOf,
  charged,
  newKey,
  payAsCustomer,
  payAsGuest,
  paymentOf,
} from '../support/payments-world'
import { type Replica, replicaStarter } from '../support/start-replica'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

const HOUR = 3_600_000
const owed = 115_940

describeOnEachDatabase('a payment beside another that may pay the same debt', (kind) => {
  const gateway = faultyGateway()
  const startReplica = replicaStarter()
  let world: ApiWorld
  let second: Replica
  let account: string
  let browser: Browser

  beforeAll(async () => {
    world = await openApiWorld(kind, {}, { aroundGateway: gateway.around })
    second = await startReplica(world, { clockOffsetMs: 700 })
  })
  afterAll(async () => {
    await second.stop()
    await world.close()
  })
  beforeEach(async () => {
    world.pass(2 * HOUR)
    gateway.reset()
    account = await addToRegister(world.database.db)
    const at = world.now().toISOString()
    await world.database.transaction((trx) =>
      appendToLedger(trx, { account, kind: 'charge', amount: owed, at }),
    )
    ;({ browser } = await customerWith(world, account))
  })

  const pay = (more: Parameters<typeof payAsCustomer>[2] = {}, by = browser) =>
    payAsCustomer(by, account, { amount: owed, ...more })

  const isAsked = ({ status, body }: Answer) =>
    expect({ status, body }).toMatchObject({ status: 422, body: { code: problemCodes.confirmRequired } })

  const stateOf = async (id: string) => paymentOf(await browser.get(`/api/v1/personal/pay/${id}`))

  const pendingOf = async (by = browser) =>
    historyAnswer.parse((await by.get(`/api/v1/personal/history/${account}?status=pending`)).body).data

  /** A card that is kept, and nothing else changed. */
  const keepCard = async () => {
    const bound = paymentOf(await pay({ saveMethod: true, amount: 100 }))
    await atBank(world.api).pay(bankPageOf(bound))
    world.pass(3_000)
    await stateOf(bound.id)
    await world.database.transaction((trx) =>
      appendToLedger(trx, { account, kind: 'charge', amount: 100, at: world.now().toISOString() }),
    )
    const methods = await browser.get('/api/v1/personal/payment-methods/')
    return savedMethodsAnswer.parse(methods.body).data[0]?.id
  }

  it('is asked about, and its key is not used up', async () => {
    const first = paymentOf(await pay())
    const key = newKey()
    isAsked(await pay({ key }))
    expect((await pendingOf()).map(({ id }) => id)).toEqual([first.id])
    const confirmed = paymentOf(await pay({ key, payAnew: true }))
    expect(confirmed.id).not.toBe(first.id)
    expect(paymentOf(await pay({ key })).id).toBe(confirmed.id)
  })

  it.each([
    [owed - 50_000, 50_000, true],
    [owed - 50_000, 50_001, false],
  ])('of %i: another of %i goes without a question: %s', async (before, amount, goes) => {
    paymentOf(await pay({ amount: before }))
    const answer = await pay({ amount })
    if (goes) paymentOf(answer)
    else isAsked(answer)
  })

  it('is not asked about for what others have only begun, nor is a guest', async () => {
    const other = await customerWith(world, account)
    paymentOf(await pay({}, other.browser))
    paymentOf(await payAsGuest(browser, account, { amount: owed }))
    paymentOf(await pay())
    paymentOf(await payAsGuest(browser, account, { amount: owed }))
  })

  it("is asked about for the charge of another customer's card", async () => {
    const paymentMethod = await keepCard()
    const other = await customerWith(world, account)
    gateway.next('answer-lost')
    paymentOf(await pay({ paymentMethod }))
    isAsked(await pay({}, other.browser))
  })

  it('at the same instant on two replicas is stored once, by the page', async () => {
    const elsewhere = world.browserOf(second)
    elsewhere.setSession(browser.session())
    const answers = await Promise.all([pay(), pay({}, elsewhere)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    for (const answer of answers) if (answer.status === 422) isAsked(answer)
    expect(await pendingOf()).toHaveLength(1)
  })

  it('at the same instant on two replicas charges a saved card once', async () => {
    const paymentMethod = await keepCard()
    // Neither charge is answered: both would be under way.
    gateway.next('answer-lost')
    await second.failAtGateway('answer-lost')
    const elsewhere = world.browserOf(second)
    elsewhere.setSession(browser.session())
    const answers = await Promise.all([pay({ paymentMethod }), pay({ paymentMethod }, elsewhere)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    const [id] = answers.filter(({ status }) => status === 201).map((answer) => paymentOf(answer).id)
    expect(await charged(world, id ?? '')).toEqual([owed])
    await second.failAtGateway()
  })

  it('begun anew ends the first one, which can then not be paid', async () => {
    const first = paymentOf(await pay())
    const anew = paymentOf(await pay({ payAnew: true }))
    expect(await stateOf(first.id)).toMatchObject({ status: 'canceled', cancelReason: 'replaced' })
    expect((await atBank(world.api).pay(bankPageOf(first))).status).toBe(409)
    await atBank(world.api).pay(bankPageOf(anew))
    world.pass(3_000)
    expect((await stateOf(anew.id)).status).toBe('succeeded')
    expect(await charged(world, first.id)).toEqual([])
    expect(await balance(world, account)).toBe(0)
  })

  it('begun anew where the first has just been paid is asked about, and begins nothing', async () => {
    const first = paymentOf(await pay())
    await atBank(world.api).pay(bankPageOf(first))
    // The bank knows, and nobody has told the company yet.
    const answer = await pay({ payAnew: true })
    isAsked(answer)
    expect(answer.text).toContain('Начатая оплата прошла')
    expect(await balance(world, account)).toBe(0)
    expect(await pendingOf()).toEqual([])
    expect(await charged(world, first.id)).toEqual([owed])
  })

  it('begun anew while the payer pays the first leaves one of the two', async () => {
    const first = paymentOf(await pay())
    const [anew] = await Promise.all([pay({ payAnew: true }), atBank(world.api).pay(bankPageOf(first))])
    world.pass(3_000)
    const { status } = await stateOf(first.id)
    expect(await charged(world, first.id)).toEqual(status === 'succeeded' ? [owed] : [])
    if (status === 'succeeded') isAsked(anew)
    else expect([status, anew.status]).toEqual(['canceled', 201])
    expect(await balance(world, account)).toBe(status === 'succeeded' ? 0 : owed)
  })

  it('begun anew leaves the first to expire where the gateway ends none', async () => {
    gateway.endsNone()
    const first = paymentOf(await pay())
    const anew = paymentOf(await pay({ payAnew: true }))
    expect((await pendingOf()).map(({ id }) => id).sort()).toEqual([first.id, anew.id].sort())
  })

  it("begun anew ends nothing of others, of other accounts, of guests, nor a card's charge", async () => {
    const other = await customerWith(world, account)
    const elsewhere = await addToRegister(world.database.db)
    await world.database.db
      .insertInto('customer_accounts')
      .values({ user_id: other.id, account: elsewhere, added_at: world.now().toISOString() })
      .execute()
    const kept = [
      paymentOf(await payAsGuest(browser, account, { amount: owed })),
      paymentOf(await payAsCustomer(other.browser, elsewhere, { amount: 100 })),
      paymentOf(await pay({}, browser)),
    ]
    paymentOf(await pay({ payAnew: true }, other.browser))
    const { db } = world.database
    const rows = await db
      .selectFrom('payments')
      .select('status')
      .where(
        'id',
        'in',
        kept.map(({ id }) => id),
      )
      .execute()
    expect(rows.map(({ status }) => status)).toEqual(['pending', 'pending', 'pending'])
  })

  it('is told of in the history with the way to go on, to its own customer alone', async () => {
    const first = paymentOf(await pay())
    expect(await pendingOf()).toMatchObject([{ id: first.id, confirmationUrl: first.confirmationUrl }])
    const other = await customerWith(world, account)
    expect(await pendingOf(other.browser)).toMatchObject([
      { id: first.id, own: false, confirmationUrl: null },
    ])
  })

  it('is told of in the history with the card that it charges', async () => {
    const paymentMethod = await keepCard()
    gateway.next('answer-lost')
    const charge = paymentOf(await pay({ paymentMethod }))
    expect(await pendingOf()).toMatchObject([
      { id: charge.id, method: { kind: 'card', title: expect.stringContaining('4444') } },
    ])
  })
})
