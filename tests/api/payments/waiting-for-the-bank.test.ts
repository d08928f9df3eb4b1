import type { GatewayAnswer, PaymentGateway } from 'api/payments/gateways/payment-gateway'
import { SECOND } from 'format/durations'
import { beforeEach, expect, it, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { openApiWorld } from '../support/api-world'
import { addToRegister } from '../support/billing-register'
import { atBank, bankPageOf, payAsGuest, paymentOf } from '../support/payments-world'

const RESULT_WAIT_MS = 3_000

/** A gateway whose answers about payments can be held back. */
const slowGateway = () => {
  let held: Promise<void> | undefined
  let questions = 0
  return {
    around: (gateway: PaymentGateway): PaymentGateway => ({
      ...gateway,
      async get(id): Promise<GatewayAnswer> {
        questions += 1
        const answer = await gateway.get(id)
        await held
        return answer
      },
    }),
    questions: () => questions,
    /** Holds all answers back until the returned function is called. */
    hold() {
      let release = () => {}
      held = new Promise((resolve) => {
        release = resolve
      })
      return () => {
        held = undefined
        release()
      }
    },
  }
}

describeOnEachDatabase('a payer who comes back from the bank', (kind) => {
  const gateway = slowGateway()
  const world = openForTests(() =>
    openApiWorld(kind, { aroundGateway: gateway.around, pollAgainWithinMs: RESULT_WAIT_MS }),
  )
  let account: string
  beforeEach(async () => {
    world.pass(3_600 * SECOND)
    account = await addToRegister(world.database.db)
  })

  /** A payment that is paid at the bank, whose webhook is lost. */
  const paidAtBank = async () => {
    const newPayment = paymentOf(await payAsGuest(world.browser(), account))
    await atBank(world.api).pay(bankPageOf(newPayment))
    await world.database.db.deleteFrom('sandbox_webhooks').execute()
    return newPayment.id
  }
  const statusOf = async (id: string, browser = world.browser()) =>
    paymentOf(await browser.get(`/api/v1/pay/${id}`)).status

  it('within two seconds of the gateway’s last answer waits for the next one', async () => {
    const id = await paidAtBank()
    const before = gateway.questions()
    let status: string | undefined
    const shown = statusOf(id).then((answer) => {
      status = answer
    })
    // The page is not answered until the gateway may be asked again.
    await world.browser().get('/api-gateway/base-data')
    expect([status, gateway.questions()]).toEqual([undefined, before])
    world.pass(2 * SECOND)
    await shown
    expect(status).toBe('succeeded')
  })

  it('while another replica asks the gateway sees what it has learned', async () => {
    const id = await paidAtBank()
    world.pass(2 * SECOND)
    const other = await world.replica()
    const release = gateway.hold()
    const before = gateway.questions()
    const first = statusOf(id)
    await vi.waitFor(() => expect(gateway.questions()).toBe(before + 1))
    const second = statusOf(id, world.browserOf(other.api))
    release()
    expect(await Promise.all([first, second])).toEqual(['succeeded', 'succeeded'])
    expect(gateway.questions()).toBe(before + 1)
  })

  it('waits for three seconds at most, and the late answer is still recorded', async () => {
    const id = await paidAtBank()
    world.pass(2 * SECOND)
    const release = gateway.hold()
    const startedAt = performance.now()
    expect(await statusOf(id)).toBe('pending')
    expect(performance.now() - startedAt).toBeLessThan(RESULT_WAIT_MS + 2 * SECOND)
    release()
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('succeeded'))
  })

  it('is not kept waiting once the gateway has answered that nothing is paid yet', async () => {
    const newPayment = paymentOf(await payAsGuest(world.browser(), account))
    world.pass(2 * SECOND)
    const before = gateway.questions()
    expect(await statusOf(newPayment.id)).toBe('pending')
    expect(gateway.questions()).toBe(before + 1)
  })
})
