import type { LaterCharges } from 'api/payments/gateways/sandbox/scenarios'
import { hashPassword } from 'api/users'
import { toKopecks } from 'contract/money'
import { HOUR } from 'format/durations'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { linkIn, openApiWorld, password } from '../support/api-world'
import {
  autopaymentsPath,
  changeAutopayment,
  changedOf,
  chargesOf,
  customerWithAutopayment,
  goTo,
  issueInvoice,
  monthly,
  runsOf,
  theAutopayment,
} from '../support/autopayments-world'
import { addToRegister } from '../support/billing-register'
import { faultyGateway } from '../support/faulty-gateway'
import { askForDeletion, eraseDue } from '../support/my-data-world'
import { balance, runJobs } from '../support/payments-world'

const nine = 9 * 60
const ten = 10 * 60
const wrongCodes = 2

const otherBank =
  'Платежи теперь проводит другой платёжный сервис, и списать через прежний нельзя. Подключите автоплатёж заново.'
const noMoney = 'На карте не хватило денег. Пополните её или оплатите другой картой.'

describeOnEachDatabase('a charge of an autopayment', (kind) => {
  const gateway = faultyGateway()
  /** The length of the longest account number that the gateway takes; null: any. */
  let longestAccount: number | null = null
  const world = openForTests(() =>
    openApiWorld(kind, {
      limits: { mailedCodesPerAddress: { max: wrongCodes, minutes: 15 } },
      aroundGateway: (one) =>
        Object.defineProperty(gateway.around(one), 'longestAccount', { get: () => longestAccount }),
    }),
  )
  let account: string
  beforeEach(async () => {
    gateway.reset()
    longestAccount = null
    await world.startAgain()
    account = await addToRegister(world.database.db)
  })

  const go = (monthAndDay: string, minutes: number) => goTo(world, `2026-${monthAndDay}`, minutes)
  const owe = (kopecks: number) => issueInvoice(world, account, '2026-02', kopecks)
  const cards = (later_charges: LaterCharges) =>
    world.database.db.updateTable('sandbox_cards').set({ later_charges }).execute()
  const kindsOfLetters = async () => (await world.letters()).map(({ kind }) => kind)
  /** Runs the steps without handing any letter over. */
  const waitWithoutMail = async (hours: number) => {
    await world.database.db.updateTable('outbox').set({ sent_at: null }).execute()
    world.pass(hours * HOUR)
    await runJobs(world.wired)
  }
  const linesOf = (autopayment: string) =>
    world.database.db
      .selectFrom('autopayment_run_lines')
      .innerJoin('autopayment_runs', 'autopayment_runs.id', 'run_id')
      .select(['state', 'attempt', 'outcome', 'reason', 'decline_reason', 'retry_on'])
      .where('autopayment_runs.autopayment_id', '=', autopayment)
      .orderBy('attempt')
      .execute()
  /** Monthly, with a debt, whose letters were read. */
  const owing = async () => {
    const customer = await customerWithAutopayment(world, account, monthly)
    await owe(900_000)
    await world.letters()
    return customer
  }
  const announced = async () => {
    const customer = await owing()
    await go('03-14', nine)
    await world.letters()
    return customer
  }

  describe('that is declined', () => {
    it('for good is reported with the sum, the card and the reason', async () => {
      const { browser, autopayment } = await announced()
      await cards('general_decline')
      await go('03-15', ten)
      const [letter, ...more] = await world.letters()
      expect(more).toEqual([])
      expect(letter?.kind).toBe('autopayment-failed')
      expect(letter?.subject).toBe('Не удалось списать 2\u00a0000,00\u00a0₽')
      expect(letter?.text).toContain(
        'с карты Мир ••\u00a02987 не прошёл. Банк отклонил платёж и не сказал почему.',
      )
      expect(await linesOf(autopayment.id)).toEqual([
        {
          state: 'over',
          attempt: 1,
          outcome: 'failed',
          reason: 'declined',
          decline_reason: 'general_decline',
          retry_on: null,
        },
      ])
      expect(await theAutopayment(browser)).toMatchObject({ status: 'active' })
    })

    it('and made again the next day is reported with the sum, the reason and the day', async () => {
      const { autopayment } = await announced()
      await cards('insufficient_funds')
      await go('03-15', ten)
      const [letter] = await world.letters()
      expect(letter?.subject).toBe('Не удалось списать 2\u00a0000,00\u00a0₽, попробуем ещё раз')
      expect(letter?.text).toMatch(
        /с карты Мир ••\u00a02987 не прошёл\. На карте не хватило денег\. Попробуем ещё раз 16\sмарта/,
      )
      await cards('paid')
      await go('03-16', ten)
      expect(await linesOf(autopayment.id)).toEqual([
        {
          state: 'over',
          attempt: 1,
          outcome: 'failed',
          reason: 'declined',
          decline_reason: 'insufficient_funds',
          retry_on: '2026-03-16',
        },
        {
          state: 'over',
          attempt: 2,
          outcome: 'charged',
          reason: 'charged_by_schedule',
          decline_reason: null,
          retry_on: null,
        },
      ])
    })

    it('is not made again, nor reported, when the autopayment was paused meanwhile', async () => {
      const { browser, autopayment } = await announced()
      gateway.next('not-sent')
      await go('03-15', ten)
      await cards('insufficient_funds')
      changedOf(await changeAutopayment(browser, autopayment.id, { status: 'paused' }))
      await go('03-15', ten + 5)
      await cards('paid')
      await go('03-16', ten + 5)
      await go('03-18', ten)
      expect(await runsOf(browser, autopayment.id)).toEqual([
        {
          at: '2026-03-15T07:05:00.000Z',
          outcome: 'failed',
          reason: noMoney,
          amount: 200_000,
          payment: expect.stringMatching(/./),
        },
      ])
      expect(await linesOf(autopayment.id)).toMatchObject([{ state: 'over' }])
      expect(await kindsOfLetters()).toEqual([])
      expect(await chargesOf(world, account)).toEqual([100])
    })

    it('is not made again, nor reported, when the autopayment was removed meanwhile', async () => {
      const { browser, autopayment } = await announced()
      await cards('insufficient_funds')
      gateway.next('answer-lost')
      await go('03-15', ten)
      expect((await browser.delete(autopaymentsPath + autopayment.id)).status).toBe(204)
      await go('03-15', ten + 60)
      expect(await linesOf(autopayment.id)).toMatchObject([
        { state: 'over', outcome: 'failed', decline_reason: 'insufficient_funds', retry_on: null },
      ])
      expect(await kindsOfLetters()).toEqual([])
    })

    it('and stopped in the same moment has both in the log, in their order', async () => {
      const { browser, autopayment } = await announced()
      await cards('insufficient_funds')
      await go('03-15', ten)
      changedOf(await changeAutopayment(browser, autopayment.id, { status: 'paused' }))
      expect(await runsOf(browser, autopayment.id)).toMatchObject([
        { at: '2026-03-15T07:00:00.000Z', outcome: 'skipped' },
        { at: '2026-03-15T07:00:00.000Z', outcome: 'failed' },
      ])
    })

    it('waits with the next attempt until the letter about it was sent', async () => {
      const { browser, autopayment } = await announced()
      await cards('insufficient_funds')
      await go('03-15', ten)
      await cards('paid')
      await waitWithoutMail(24)
      expect(await runsOf(browser, autopayment.id)).toMatchObject([{ outcome: 'failed' }])
      await world.handOverLetters()
      await go('03-17', ten)
      expect(await chargesOf(world, account)).toEqual([100, 200_000])
    })
  })

  describe('that was reported as declined, though the money was taken,', () => {
    /** It is known to be declined on 15 March; the next attempt is planned for the day after. */
    const declinedThoughTaken = async () => {
      const { db } = world.database
      const customer = await announced()
      gateway.next('answer-lost')
      await go('03-15', ten)
      const { id, merchant_payment } = await world.bank.db
        .selectFrom('sandbox_payments')
        .select(['id', 'merchant_payment'])
        .where('account', '=', account)
        .where('amount', '=', toKopecks(200_000))
        .executeTakeFirstOrThrow()
      await db.deleteFrom('sandbox_webhooks').execute()
      gateway.replaceAnswers((answer) =>
        answer.kind === 'payment' && answer.payment.id === id
          ? {
              ...answer,
              payment: { ...answer.payment, status: 'canceled', declineReason: 'insufficient_funds' },
            }
          : answer,
      )
      await go('03-15', ten + 1)
      expect(await runsOf(customer.browser, customer.autopayment.id)).toMatchObject([{ outcome: 'failed' }])
      await world.letters()
      /** From now on the gateway returns the true outcome. */
      const succeed = async () => {
        gateway.replaceAnswers((answer) => answer)
        world.pass(2_000)
        await world.wired.payments.processWebhook(world.wired.payments.gateway, {
          type: 'notification',
          event: 'payment.succeeded',
          object: { id, metadata: { payment: merchant_payment } },
        })
      }
      return { ...customer, succeed }
    }
    const late = 'Списание за март\u00a02026 прошло: банк сообщил о нём с опозданием.'

    it('corrects its line, and is not made again', async () => {
      const { browser, autopayment, succeed } = await declinedThoughTaken()
      await succeed()
      expect(await runsOf(browser, autopayment.id)).toMatchObject([{ outcome: 'charged', amount: 200_000 }])
      for (const date of ['03-16', '03-18']) await go(date, ten + 60)
      expect(await chargesOf(world, account)).toEqual([100, 200_000])
      expect(await balance(world, account)).toBe(700_000)
    })

    it('corrects its line, and a second attempt that was sent already has its own', async () => {
      const { browser, autopayment, succeed } = await declinedThoughTaken()
      gateway.next('not-sent')
      await go('03-16', ten + 1)
      await succeed()
      expect(await runsOf(browser, autopayment.id)).toMatchObject([
        { outcome: 'charged', amount: 200_000, reason: late },
      ])
      await go('03-16', ten + 5)
      expect(await runsOf(browser, autopayment.id)).toMatchObject([
        { outcome: 'charged', amount: 200_000, reason: 'Списали по расписанию за март\u00a02026.' },
        { outcome: 'charged', amount: 200_000, reason: late },
      ])
      expect(await balance(world, account)).toBe(500_000)
    })

    it('is not made a third time when the second attempt is declined, and no letter says so', async () => {
      const { browser, autopayment, succeed } = await declinedThoughTaken()
      gateway.next('not-sent')
      await go('03-16', ten + 1)
      await succeed()
      await cards('insufficient_funds')
      expect(await kindsOfLetters()).toEqual(['payment-receipt'])
      await go('03-16', ten + 5)
      await cards('paid')
      await go('03-18', ten)
      await go('03-19', ten)
      expect(await runsOf(browser, autopayment.id)).toMatchObject([
        { outcome: 'failed', reason: noMoney },
        { outcome: 'charged', reason: late },
      ])
      expect(await linesOf(autopayment.id)).toMatchObject([{ state: 'over' }, { state: 'over' }])
      expect(await kindsOfLetters()).toEqual([])
      expect(await balance(world, account)).toBe(700_000)
    })

    it('is credited after its customer was erased, too', async () => {
      const { id, browser, succeed } = await declinedThoughTaken()
      const { db } = world.database
      const change = (changed: { password_hash: string } | { erase_at: string }) =>
        db.updateTable('users').set(changed).where('id', '=', id).execute()
      await change({ password_hash: await hashPassword(password) })
      expect((await askForDeletion(browser)).status).toBe(204)
      await change({ erase_at: world.now().toISOString() })
      await eraseDue(world)
      expect(await db.selectFrom('users').select('id').where('id', '=', id).execute()).toEqual([])
      await succeed()
      expect(await balance(world, account)).toBe(700_000)
    })
  })

  describe('that is not made', () => {
    it('without a debt has no letter and nothing for the operator, also for a number that is too long', async () => {
      const { browser, autopayment } = await customerWithAutopayment(world, account, monthly)
      await world.letters()
      longestAccount = account.length - 1
      await go('03-14', nine)
      await go('03-15', ten)
      expect(await runsOf(browser, autopayment.id)).toEqual([
        {
          at: '2026-03-15T07:00:00.000Z',
          outcome: 'skipped',
          reason: 'Долга не было, списывать было нечего.',
          amount: null,
          payment: null,
        },
      ])
      expect(await kindsOfLetters()).toEqual([])
      expect(world.logged.filter((line) => 'code' in line)).toEqual([])
    })

    it('because the card belongs to another gateway pauses the autopayment, and a letter says why', async () => {
      const { id, browser, autopayment } = await announced()
      const movedCards = world.database.db.updateTable('payment_methods').set({ gateway: 'another' })
      await movedCards.where('user_id', '=', id).execute()
      await go('03-15', ten)
      expect(await runsOf(browser, autopayment.id)).toMatchObject([
        {
          outcome: 'skipped',
          reason: 'Платежи теперь проводит другой платёжный сервис, списать через прежний нельзя.',
          payment: null,
        },
      ])
      expect(await theAutopayment(browser)).toMatchObject({
        status: 'paused',
        failReason: otherBank,
        nextRunAt: null,
        resumeNeeds: 'card',
      })
      const [letter, ...more] = await world.letters()
      expect(more).toEqual([])
      expect(letter).toMatchObject({ kind: 'autopayment-suspended', subject: 'Автоплатёж остановлен' })
      expect(letter?.text).toContain(otherBank)
      expect(letter?.text).toContain('Мир ••\u00a02987')
      expect(letter?.text).not.toContain('отвязана')
      expect(await chargesOf(world, account)).toEqual([100])
    })

    it('because an operator has paused the autopayment in the database is skipped without a payment', async () => {
      const { browser, autopayment } = await announced()
      await world.database.db
        .updateTable('autopayments')
        .set({ status: 'paused' })
        .where('id', '=', autopayment.id)
        .execute()
      await go('03-15', ten)
      expect(await runsOf(browser, autopayment.id)).toMatchObject([
        { outcome: 'skipped', reason: 'Вы приостановили автоплатёж до списания.', payment: null },
      ])
      expect(await chargesOf(world, account)).toEqual([100])
    })

    it('while no letter is sent is announced by one letter a day', async () => {
      const { browser, autopayment } = await announced()
      await waitWithoutMail(25)
      const written = await world.database.db
        .selectFrom('outbox')
        .select('created_at')
        .where('kind', '=', 'autopayment-warning')
        .execute()
      expect(written).toEqual([{ created_at: '2026-03-14T06:00:00.000Z' }])
      expect(await runsOf(browser, autopayment.id)).toEqual([])
      expect(await chargesOf(world, account)).toEqual([100])
    })
  })

  describe('that its customer refuses by the link', () => {
    const customerWithLetter = async () => {
      await owing()
      await go('03-14', nine)
      const { id, code } = linkIn((await world.letters())[0])
      const refuse = async (typed: string, address = '203.0.113.7') =>
        (await world.browser({ address }).post(`/api/v1/pay/autopayment-refuse/${id}`, { code: typed }))
          .status
      return { code, refuse }
    }

    it('is not refused by guessing: wrong codes are limited by the address they come from', async () => {
      const { code, refuse } = await customerWithLetter()
      for (let tries = 0; tries < wrongCodes; tries += 1) expect(await refuse('guess')).toBe(422)
      expect(await refuse(code)).toBe(429)
      expect(await refuse(code, '198.51.100.4')).toBe(204)
    })

    it('is refused by a right code, which does not count as a guess', async () => {
      const { code, refuse } = await customerWithLetter()
      expect(await refuse('guess')).toBe(422)
      expect(await refuse(code)).toBe(204)
      expect(await refuse('guess')).toBe(422)
      expect(await refuse('guess')).toBe(429)
    })
  })
})
