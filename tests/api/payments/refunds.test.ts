import type { PaymentGateway } from 'api/payments/gateways/payment-gateway'
import { invoiceAnswer } from 'contract/invoices'
import { toKopecks } from 'contract/money'
import { historyAnswer } from 'contract/payments'
import fc from 'fast-check'
import { DAY, HOUR, MINUTE, SECOND } from 'format/durations'
import { sql } from 'kysely'
import { ConfigError } from 'process/settings'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { times } from '../../support/long-run'
import { openForTests } from '../../support/open-for-tests'
import { type Browser, openApiWorld } from '../support/api-world'
import { issueInvoice } from '../support/autopayments-world'
import { addToRegister, customerWith } from '../support/billing-register'
import { faultyRefunds } from '../support/faulty-refunds'
import { readingOperatorOf, why } from '../support/operator'
import { recordOf } from '../support/payment-records'
import {
  atBank,
  balance,
  bankPageOf,
  payAsGuest,
  paymentOf,
  paymentWebhook,
  runJobs,
  sendWebhook,
} from '../support/payments-world'
import { paidBy, refundAtBank, refundsAtBank, refundWebhook } from '../support/refunds-world'
import { replicaStarter } from '../support/start-replica'

describeOnEachDatabase('refunds', (kind) => {
  const gateway = faultyRefunds()
  const startReplica = replicaStarter()
  const world = openForTests(() => openApiWorld(kind, { aroundGateway: gateway.around }))
  let account: string
  let browser: Browser
  beforeEach(async () => {
    gateway.reset()
    const { db } = world.database
    await runJobs(world.wired)
    await db.deleteFrom('refund_checks').execute()
    await db.updateTable('refund_request_states').set({ next_check_at: null }).execute()
    await world.empty()
    account = await addToRegister(db)
    browser = (await customerWith(world, account)).browser
  })

  const paid = (more: Parameters<typeof paidBy>[3] = {}) => paidBy(world, browser, account, more)
  const jobs = (afterMs = 0) => {
    world.pass(afterMs)
    return runJobs(world.wired)
  }
  const shown = async (id: string) => paymentOf(await browser.get(`/api/v1/personal/pay/${id}`))
  const refundLetters = async () => (await world.letters()).filter(({ kind }) => kind === 'refund')
  const said = (message: string) =>
    world.logged.filter((line) => 'message' in line && line.message === message)
  const refund = (...options: string[]) =>
    readingOperatorOf({ ...world, aroundGateway: gateway.around })('refund', ...options, ...why)

  describe('that are made in the office of the bank', () => {
    it('restore the debt, are shown, and reported by letter', async () => {
      const { id, bankId } = await paid()
      expect(await balance(world, account)).toBe(-260_091)
      await world.letters()
      expect((await refundAtBank(world, bankId, '500,00')).status).toBe(303)
      await jobs()
      expect(await balance(world, account)).toBe(-210_091)
      expect(await shown(id)).toMatchObject({ status: 'succeeded', amount: 260_091, refunded: 50_000 })
      const [letter] = await refundLetters()
      expect(letter?.subject).toBe('Возвращено 500,00\u00a0₽')
      expect(letter?.text).toContain('из платежа на 2\u00a0600,91\u00a0₽')
      expect(letter?.text).toContain(`/personal/pay-success?payment=${id}`)
      expect(letter?.text).toContain('Это была переплата: долга по этому лицевому счёту после возврата нет.')
      expect(letter?.text).not.toMatch(/стал больше|автоплатёж/)

      await refundAtBank(world, bankId, '2100,91')
      await jobs()
      expect(await balance(world, account)).toBe(0)
      expect(await shown(id)).toMatchObject({ status: 'succeeded', refunded: 260_091 })
      expect((await refundLetters())[0]?.text).toContain('Теперь он возвращён полностью.')
    })

    it('are in the history; count and sum of a filter stay those of the payments, less refunds in what was paid', async () => {
      const { id, bankId } = await paid()
      await refundAtBank(world, bankId, '2600,91')
      await jobs()
      const answer = await browser.get(`/api/v1/personal/history/${account}?status=succeeded`)
      const { data, meta } = historyAnswer.parse(answer.body)
      expect(data).toMatchObject([{ id, amount: 260_091, refunded: 260_091, status: 'succeeded' }])
      expect(meta).toMatchObject({ count: 1, totalAmount: 260_091, paidCount: 1, paidAmount: 0 })
    })

    it('of a guest are shown to the guest', async () => {
      const { id, bankId } = await paid({ asGuest: true })
      await refundAtBank(world, bankId, '1')
      await jobs()
      const payment = paymentOf(await world.browser().get(`/api/v1/pay/${id}`))
      expect(payment).toMatchObject({ refunded: 100 })
      expect((await refundLetters())[0]).toMatchObject({ to: 'olga@mail.example' })
    })

    it('make the invoice due again', async () => {
      await issueInvoice(world, account, '2026-01', 260_091)
      const { bankId } = await paid()
      const newest = async () =>
        invoiceAnswer.parse((await browser.post(`/api/v1/personal/invoice/${account}`, {})).body).data
      expect(await newest()).toMatchObject({ total: 0, status: 'paid' })
      await refundAtBank(world, bankId, '600,91')
      await jobs()
      expect(await newest()).toMatchObject({ total: 60_091, paid: 200_000, status: 'partial' })
      expect((await refundLetters())[0]?.text).toContain('стал больше на 600,91\u00a0₽. Если у вас подключён')
      world.pass(100 * DAY)
      browser = (await customerWith(world, account)).browser
      expect(await newest()).toMatchObject({ total: 60_091, status: 'overdue' })
    })

    it('of more than was overpaid raise the debt by the rest alone, and the letter says so', async () => {
      await issueInvoice(world, account, '2026-01', 100_000)
      const { bankId } = await paid()
      await refundAtBank(world, bankId, '2000')
      await jobs()
      expect(await balance(world, account)).toBe(39_909)
      const [letter] = await refundLetters()
      expect(letter?.text).toContain('Долг по этому лицевому счёту стал больше на 399,09\u00a0₽.')
    })

    it.each(['late', 'disordered'])('with webhooks that come %s have one effect', async (webhooks) => {
      const { id, bankId } = await paid()
      await refundAtBank(world, bankId, '500', webhooks)
      for (let round = 0; round < 6; round += 1) await jobs(5 * SECOND)
      expect(await shown(id)).toMatchObject({ refunded: 50_000 })
      expect(await balance(world, account)).toBe(-210_091)
      expect(await refundLetters()).toHaveLength(1)
    })
  })

  describe('that a webhook announces', () => {
    it('are read from the gateway: the webhook is not trusted', async () => {
      const { id, bankId } = await paid()
      const other = await paid()
      await refundAtBank(world, other.bankId, '100', 'never')
      const [ofOther = ''] = await refundsAtBank(world, other.bankId)
      const lies = [refundWebhook('no-such-refund', bankId), refundWebhook(ofOther, bankId)]
      for (const lie of lies) expect(await sendWebhook(world, lie)).toBe(200)
      await jobs(2 * HOUR)
      for (const payment of [id, other.id]) expect(await shown(payment)).toMatchObject({ refunded: 0 })
      expect(await world.database.db.selectFrom('refund_checks').selectAll().execute()).toEqual([])
      expect(said('a refund is of another payment than was said')).toHaveLength(1)

      expect(await sendWebhook(world, refundWebhook(ofOther, other.bankId))).toBe(200)
      expect(await shown(other.id)).toMatchObject({ refunded: 10_000 })
    })

    it('are recorded once by hundreds of concurrent webhooks in two processes', async () => {
      const { id, bankId } = await paid()
      await world.letters()
      await refundAtBank(world, bankId, '500', 'never')
      const [refundId = ''] = await refundsAtBank(world, bankId)
      const second = await startReplica(world, { clockOffsetMs: 700 })
      const elsewhere = { browser: () => world.browserOf(second) }
      const webhook = refundWebhook(refundId, bankId)
      for (let round = 0; round < times(2, 10); round += 1) {
        const taken = await Promise.all(
          Array.from({ length: 100 }, (_, index) => sendWebhook(index % 2 ? world : elsewhere, webhook)),
        )
        expect(taken.every((status) => status === 200)).toBe(true)
      }
      await second.stop()
      expect(gateway.questions()).toBeLessThan(5)
      expect(await shown(id)).toMatchObject({ refunded: 50_000 })
      expect(await balance(world, account)).toBe(-210_091)
      expect(await refundLetters()).toHaveLength(1)
    })

    it('have the same result in any order of webhooks of the payment and its refunds', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 8 }),
          fc.array(fc.constantFrom(0, 1, 2, 1_500), { minLength: 8, maxLength: 8 }),
          async (order, pauses) => {
            const owned = await addToRegister(world.database.db)
            const payment = paymentOf(
              await payAsGuest(world.browser({ address: `198.51.100.${order[0]}` }), owned),
            )
            const page = bankPageOf(payment)
            const bankId = page.split('/').at(-1) ?? ''
            await atBank(world.api).pay(page, undefined, { webhooks: 'never' })
            await refundAtBank(world, bankId, '100', 'never')
            world.pass(1)
            await refundAtBank(world, bankId, '200', 'never')
            const [first = '', second = ''] = await refundsAtBank(world, bankId)
            const webhooks = [
              paymentWebhook('succeeded', bankId, payment.id),
              paymentWebhook('canceled', bankId, payment.id),
              refundWebhook(first, bankId),
              refundWebhook(first, bankId),
              refundWebhook(second, bankId),
              refundWebhook(second, bankId),
              refundWebhook('no-such-refund', bankId),
              refundWebhook(second, bankId, 'refund.canceled'),
            ]
            for (const [place, index] of order.entries()) {
              await sendWebhook(world, webhooks[index] ?? {})
              world.pass(pauses[place] ?? 0)
            }
            for (let round = 0; round < 6; round += 1) await jobs(MINUTE)
            expect(await balance(world, owned)).toBe(-260_091 + 30_000)
            const entries = await world.database.db
              .selectFrom('ledger_entries')
              .select(['kind', 'amount'])
              .where('account', '=', owned)
              .orderBy('amount')
              .execute()
            expect(entries.map(({ amount }) => amount)).toEqual([-260_091, 10_000, 20_000])
          },
        ),
        { numRuns: times(8, 100) },
      )
    })

    it('are recorded after a gateway was unavailable', async () => {
      const { id, bankId } = await paid()
      await refundAtBank(world, bankId, '500', 'never')
      const [refundId = ''] = await refundsAtBank(world, bankId)
      gateway.cut(true)
      expect(await sendWebhook(world, refundWebhook(refundId, bankId))).toBe(200)
      for (let round = 0; round < 5; round += 1) await jobs(10 * MINUTE)
      expect(await shown(id)).toMatchObject({ refunded: 0 })
      gateway.cut(false)
      await jobs(HOUR)
      expect(await shown(id)).toMatchObject({ refunded: 50_000 })
    })

    it('that are pending are polled until they are final', async () => {
      const { id, bankId } = await paid()
      await refundAtBank(world, bankId, '500', 'never')
      const [refundId = ''] = await refundsAtBank(world, bankId)
      gateway.replaceAnswers((answer) =>
        answer.kind === 'refund' ? { ...answer, refund: { ...answer.refund, status: 'pending' } } : answer,
      )
      await sendWebhook(world, refundWebhook(refundId, bankId))
      await jobs(DAY)
      expect(await shown(id)).toMatchObject({ refunded: 0 })
      gateway.reset()
      await jobs(DAY)
      expect(await shown(id)).toMatchObject({ refunded: 50_000 })
    })

    it('that exceed the payment are rejected and logged', async () => {
      const { id, bankId } = await paid()
      await refundAtBank(world, bankId, '2600,91', 'never')
      const [refundId = ''] = await refundsAtBank(world, bankId)
      gateway.replaceAnswers((answer) =>
        answer.kind === 'refund'
          ? { ...answer, refund: { ...answer.refund, amount: toKopecks(260_092) } }
          : answer,
      )
      await sendWebhook(world, refundWebhook(refundId, bankId))
      expect(await shown(id)).toMatchObject({ refunded: 0 })
      expect(await balance(world, account)).toBe(-260_091)
      expect(said('the gateway has given back more than was paid: the refund was not recorded')).toHaveLength(
        1,
      )
    })

    it('of unknown payments are answered and ignored', async () => {
      expect(await sendWebhook(world, refundWebhook('some-refund', 'some-payment'))).toBe(200)
      expect(gateway.questions()).toBe(0)
    })

    it('are polled fifty at a time for one payment', async () => {
      const { bankId } = await paid()
      gateway.cut(true)
      for (let index = 0; index < 60; index += 1)
        await sendWebhook(world, refundWebhook(`named-${index}`, bankId))
      const checks = await world.database.db.selectFrom('refund_checks').selectAll().execute()
      expect(checks).toHaveLength(50)
    })
  })

  describe('that the operator requests', () => {
    it('are made in part, and then for the rest', async () => {
      const { id } = await paid()
      expect(await refund(id, '500,00')).toBe(
        `Payment ${id}: 500,00\u00a0₽ given back, 500,00\u00a0₽ of 2\u00a0600,91\u00a0₽ in all`,
      )
      expect(await refund(id)).toMatch(
        /^Payment .*: 2\u00a0100,91\u00a0₽ given back, 2\u00a0600,91\u00a0₽ of 2/,
      )
      await jobs()
      expect(await shown(id)).toMatchObject({ refunded: 260_091 })
      expect(await balance(world, account)).toBe(0)
      await expect(refund(id)).rejects.toThrow(
        new ConfigError(`Payment ${id}: it was given back already, nothing is left of it`),
      )
    })

    it('have a receipt if they are partial, and none if they are complete', async () => {
      const [part, whole] = [await paid(), await paid()]
      await refund(part.id, '1')
      await refund(whole.id)
      const receipts = gateway.sent().map(({ body }) => JSON.parse(body).receipt)
      expect(receipts).toEqual([{ email: expect.stringContaining('@'), account }, null])
    })

    it('are repeated byte for byte with their key until there is an answer, and made once', async () => {
      const { id, bankId } = await paid({ webhooks: 'never' })
      gateway.next('not-sent', 'answer-lost', 'turned-away', 'refused')
      expect(await refund(id, '500')).toContain('has not finished the refund of 500,00')
      await expect(refund(id, '500')).rejects.toThrow('a refund of 500,00\u00a0₽ is under way already')
      for (let round = 0; round < 5; round += 1) await jobs(30 * MINUTE)
      expect(gateway.sent()).toHaveLength(5)
      expect(new Set(gateway.sent().map((sent) => JSON.stringify(sent))).size).toBe(1)
      expect(await refundsAtBank(world, bankId)).toHaveLength(1)
      expect(await shown(id)).toMatchObject({ refunded: 50_000 })
    })

    it('are not to be asked for again when the database fails after the gateway’s answer, and made once', async () => {
      const { id, bankId } = await paid({ webhooks: 'never' })
      let release: () => void = () => {}
      const isReleased = new Promise<void>((resolve) => {
        release = resolve
      })
      let held: Promise<void> | undefined
      /** After the answer of the gateway nobody can write the state of refunds. */
      const holding = (given: PaymentGateway): PaymentGateway => ({
        ...given,
        refunds: {
          ...given.refunds,
          async create(body, key) {
            const answer = await given.refunds.create(body, key)
            await new Promise<void>((resolve, reject) => {
              held = world.database.transaction(async (trx) => {
                // On SQLite the transaction alone keeps others from writing.
                if (kind === 'postgres') await sql`lock table refund_request_states`.execute(trx)
                resolve()
                await isReleased
              })
              held.catch(reject)
            })
            return answer
          },
        },
      })
      const impatient = readingOperatorOf({
        ...world,
        config: { ...world.config, databaseTimeoutMs: 500 },
        aroundGateway: (given) => holding(gateway.around(given)),
      })
      const printed = await impatient('refund', id, '500', ...why).finally(() => release())
      await held
      expect(printed).toContain('do not ask for it again')
      expect(await refundsAtBank(world, bankId)).toHaveLength(1)
      expect(await shown(id)).toMatchObject({ refunded: 0 })
      await expect(refund(id, '500')).rejects.toThrow('a refund of 500,00\u00a0₽ is under way already')

      await jobs(HOUR)
      expect(await refundsAtBank(world, bankId)).toHaveLength(1)
      expect(await shown(id)).toMatchObject({ refunded: 50_000 })
    })

    /** A refund of 500 ₽ that the gateway has made and not answered. */
    const madeWithoutAnswer = async () => {
      const payment = await paid({ webhooks: 'never' })
      gateway.next('answer-lost')
      await refund(payment.id, '500')
      return payment
    }
    /** Time passes until the gateway has forgotten the keys of requests. */
    const gatewayForgets = async (meanwhile = async () => {}) => {
      gateway.cut(true)
      await jobs(25 * HOUR)
      await meanwhile()
      gateway.cut(false)
      await jobs(HOUR)
    }

    it('are looked up in the list of a gateway that has forgotten the key', async () => {
      const [made, never] = [await madeWithoutAnswer(), await paid()]
      gateway.next('not-sent')
      await refund(never.id, '500')
      await gatewayForgets(() => jobs(HOUR))
      for (const [{ id }, refunded] of [[made, 50_000] as const, [never, 0] as const])
        expect(await recordOf(world, id)).toMatchObject({ refunded })
      expect(await refundsAtBank(world, made.bankId)).toHaveLength(1)
      expect(await refund(never.id, '700')).toContain('700,00\u00a0₽ given back')
    })

    it('are not made twice after a backup of the moment before they were sent was restored', async () => {
      const { id, bankId } = await madeWithoutAnswer()
      const restore = async () =>
        void (await world.database.db
          .updateTable('refund_request_states')
          .set({ state: 'created', sends: 0, first_sent_at: null, next_check_at: world.now().toISOString() })
          .where('request_id', 'in', (of) =>
            of.selectFrom('refund_requests').select('id').where('payment_id', '=', id),
          )
          .execute())
      await gatewayForgets(restore)
      expect(await refundsAtBank(world, bankId)).toHaveLength(1)
    })

    it('are found in that list, and not made twice, when the gateway’s clock is behind', async () => {
      const { id, bankId } = await madeWithoutAnswer()
      const byItsClock = new Date(world.now().getTime() - 5 * SECOND).toISOString()
      await world.database.db
        .updateTable('sandbox_refunds')
        .set({ created_at: byItsClock })
        .where('payment_id', '=', bankId)
        .execute()
      await gatewayForgets()
      expect(await recordOf(world, id)).toMatchObject({ refunded: 50_000 })
      expect(said('the gateway has no refund that it was asked for')).toEqual([])
    })

    it('are not taken for one of the same sum in that list that the gateway has canceled', async () => {
      const { id, bankId } = await madeWithoutAnswer()
      world.pass(MINUTE)
      await world.database.db
        .insertInto('sandbox_refunds')
        .values({
          id: `canceled of ${id}`,
          payment_id: bankId,
          amount: 50_000,
          status: 'canceled',
          created_at: world.now().toISOString(),
        })
        .execute()
      await gatewayForgets()
      await expect(refund(id, '2500')).rejects.toThrow('no more than 2\u00a0100,91\u00a0₽ is left of it')
    })

    it.each(['refused', 'turned-away'] as const)('change nothing when the gateway has %s', async (fault) => {
      const { id } = await paid()
      gateway.next(fault)
      await expect(refund(id)).rejects.toThrow(
        /^Payment .*: sandbox refused the refund \((invalid_request|too_many_requests)\)$/,
      )
      await jobs(HOUR)
      expect(await shown(id)).toMatchObject({ refunded: 0 })
      expect(await refund(id)).toContain('given back')
    })

    it('are made once when requested twice concurrently', async () => {
      const { id, bankId } = await paid()
      const results = await Promise.allSettled([refund(id, '2000'), refund(id, '2000')])
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      await jobs(HOUR)
      expect(await refundsAtBank(world, bankId)).toHaveLength(1)
      expect(await shown(id)).toMatchObject({ refunded: 200_000 })
    })

    it('are rejected with a reason', async () => {
      const { id } = await paid()
      const newPayment = paymentOf(await payAsGuest(world.browser(), account))
      await expect(refund('no-such-payment')).rejects.toThrow('there is no such payment')
      await expect(refund(newPayment.id)).rejects.toThrow('it is pending: only a payment that has succeeded')
      await expect(refund(id, '2600,92')).rejects.toThrow('no more than 2\u00a0600,91\u00a0₽ is left of it')
      for (const sum of ['0', 'all', '1,005']) {
        await expect(refund(id, sum)).rejects.toThrow('is not a sum in rubles above zero')
      }
      for (const options of [[], ['--all'], [id, '-1'], [id, '1', '2']]) {
        await expect(refund(...options)).rejects.toThrow(/^refund: .*\nUsage: refund NUMBER \[SUM\]/)
      }
      world.pass(3 * 366 * DAY)
      await expect(refund(id)).rejects.toThrow('it was paid more than 3 years ago')
      expect(gateway.sent()).toEqual([])
    })
  })
})
