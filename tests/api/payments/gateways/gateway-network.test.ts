import type { PaymentGateway } from 'api/payments/gateways/payment-gateway'
import type { YookassaOptions } from 'api/payments/gateways/yookassa/yookassa-gateway'
import { yookassaGateway } from 'api/payments/gateways/yookassa/yookassa-gateway'
import { toKopecks } from 'contract/money'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { networkFaults, startFaultProxy } from '../../../support/fault-proxy'
import { openForTests } from '../../../support/open-for-tests'
import { combinationsOf, product } from '../../../support/pairwise'
import { startFakeYookassa } from '../../support/fake-yookassa'
import { gatewayRequest } from '../../support/gateway-request'
import { gatewayLimitMs, impatientGateway } from '../../support/impatient-yookassa'
import { newKey } from '../../support/payments-world'

/** Additional time on a busy machine. */
const slackMs = 1_500
const recoveryMs = 10_000

/** What a call is about. */
interface Made {
  gateway: PaymentGateway
  payment: string
  refund: string
}

const day = { from: '2026-10-05T00:00:00.000Z', to: '2026-10-06T00:00:00.000Z', cursor: null }

const newPayment = (gateway: PaymentGateway) =>
  gateway.create(gateway.creationBody({ ...gatewayRequest, paymentId: newKey() }), newKey())
const newRefund = (gateway: PaymentGateway, payment: string) => {
  const receipt = { email: 'olga@mail.example', account: '4010031186' }
  return gateway.refunds.create(
    gateway.refunds.bodyOf({ gatewayPaymentId: payment, amount: toKopecks(1), receipt }),
    newKey(),
  )
}

const calls = {
  'the creation of a payment': ({ gateway }) => newPayment(gateway),
  'the state of a payment': ({ gateway, payment }) => gateway.get(payment),
  'the list of payments': ({ gateway }) => gateway.listPayments(day),
  'the creation of a refund': ({ gateway, payment }) => newRefund(gateway, payment),
  'the state of a refund': ({ gateway, refund }) => gateway.refunds.get(refund),
  'the list of refunds': ({ gateway }) => gateway.refunds.list(day),
} satisfies Record<string, (made: Made) => Promise<{ kind: string }>>

const names = Object.keys(calls).filter((name): name is keyof typeof calls => name in calls)

/** The kind of the answer to a call, and the milliseconds until it came. */
const timed = async (call: Promise<{ kind: string }>) => {
  const startedAt = performance.now()
  const { kind } = await call
  return { kind, ms: performance.now() - startedAt }
}

/** How many bytes of an answer come before its connection fails: its status line, or also its headers. */
const firstBytes = [20, 220] as const

const cases = combinationsOf(product({ name: names, fault: networkFaults, after: firstBytes }))

describe('a gateway over a bad network', () => {
  const fake = openForTests(startFakeYookassa)
  const proxy = openForTests(() => startFaultProxy(new URL(fake.url)))
  let made: Omit<Made, 'gateway'>
  let longestMs = 0

  const settingsAt = (apiUrl: string): YookassaOptions => {
    const { shopId, secretKey } = fake
    return {
      shopId,
      secretKey,
      apiUrl,
      vatCode: 1,
      paymentOrder: 'none',
      payeeInn: null,
      takesSbp: false,
      checksAddresses: false,
    }
  }

  beforeAll(async () => {
    const gateway = impatientGateway(settingsAt(fake.url))
    const answer = await newPayment(gateway)
    const payment = answer.kind === 'payment' ? answer.payment.id : ''
    fake.pay(payment)
    const refunded = await newRefund(gateway, payment)
    made = { payment, refund: refunded.kind === 'refund' ? refunded.refund.id : '' }
  })
  afterAll(async () => {
    console.info(`a gateway was usable again within ${Math.ceil(longestMs)} ms`)
  })

  test.each(cases)(
    '$name, $fault after $after bytes: unknown in time, asked for once, known soon after the network is mended',
    async ({ name, fault, after }) => {
      const gateway = impatientGateway(settingsAt(proxy.url))
      const ask = () => timed(calls[name]({ gateway, ...made }))
      // Leaves an open connection behind.
      const { kind: usual } = await ask()
      expect(['payment', 'page', 'refund']).toContain(usual)

      fake.requests.length = 0
      await proxy.break(fault, after)
      const { kind, ms } = await ask()
      expect(kind).toBe('unknown')
      expect(ms).toBeLessThan(gatewayLimitMs + slackMs)
      expect(fake.requests.length).toBeLessThanOrEqual(1)

      const brokenUntil = performance.now()
      await proxy.mend()
      while ((await ask()).kind !== usual) {
        expect(performance.now() - brokenUntil).toBeLessThan(recoveryMs)
      }
      longestMs = Math.max(longestMs, performance.now() - brokenUntil)
    },
  )

  it('whose answer is of 100 MB is unknown, and the answer is not read to its end', async () => {
    const body = `{"items":[],"more":"${'x'.repeat(100 * 2 ** 20)}"}`
    fake.fail({ status: 200, body })
    const answer = await yookassaGateway(settingsAt(fake.url)).listPayments(day)
    expect(answer).toEqual({ kind: 'unknown', reason: 'AnswerTooLarge' })
  })
})
