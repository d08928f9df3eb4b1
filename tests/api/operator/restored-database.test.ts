import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findChargeHold } from 'api/db/charge-hold.repository'
import { readDatabaseState } from 'api/monitoring/database-state.repository'
import { chargesCheck } from 'cli/doctor/checks/database.check'
import { historyAnswer } from 'contract/payments'
import { ConfigError } from 'process/settings'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeOnEachDatabase, freshDatabase } from '../../support/databases'
import { type ApiWorld, type Browser, openApiWorld } from '../support/api-world'
import {
  goTo,
  issueInvoice,
  newOf,
  runsOf,
  setAutopayment,
  theAutopayment,
} from '../support/autopayments-world'
import { accountsOfOnePayee, bankPageOfBasket, basketOf, owe, payBasket } from '../support/basket-world'
import { addToRegister, customerWith } from '../support/billing-register'
import { type FakeYookassa, startFakeYookassa } from '../support/fake-yookassa'
import { readingOperatorOf, why } from '../support/operator'
import { balance, bankPageOf, newKey, payAsCustomer, paymentOf, runJobs } from '../support/payments-world'

const ten = 10 * 60
const orderOf = (page: string) => new URL(page).searchParams.get('orderId') ?? ''

describeOnEachDatabase('a restored database', (kind) => {
  let fake: FakeYookassa
  let lost: ApiWorld
  let account: string
  let browser: Browser
  let methodId: string
  const opened: { close(): Promise<unknown> }[] = []

  /** An autopayment by invoice whose charge of 900 rubles was announced for ten o'clock of 4 March. */
  beforeEach(async () => {
    fake = await startFakeYookassa()
    lost = await openApiWorld(kind, { env: fake.settings })
    opened.push(fake, lost)
    fake.setClock(lost.now)
    account = await addToRegister(lost.database.db)
    browser = (await customerWith(lost, account)).browser
    await issueInvoice(lost, account, '2026-01', 100)
    fake.pay(orderOf(newOf(await setAutopayment(browser, account)).confirmationUrl ?? ''))
    lost.pass(10_000)
    await runJobs(lost.wired)
    const { body } = await browser.get('/api/v1/personal/payment-methods/')
    methodId = String(Object(body).data[0].id)
    await issueInvoice(lost, account, '2026-02', 90_000)
    await goTo(lost, '2026-03-03', 60)
    await goTo(lost, '2026-03-04', 3 * 60)
  })
  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await one.close()
  })

  const backup = async () => {
    const folder = join(lost.fresh.dataDir, 'backups')
    mkdirSync(folder, { recursive: true })
    const file = join(folder, newKey())
    await readingOperatorOf(lost)('backup', file)
    return file
  }
  /** The server over the backup, at this moment of the lost one. */
  const restore = async (file: string) => {
    const place = await freshDatabase(kind)
    const printed = await readingOperatorOf({ ...lost, fresh: place })('restore', file, ...why)
    expect(printed).toContain('Charges are on hold')
    const world = await openApiWorld(kind, { env: fake.settings, connection: async () => place })
    opened.push({ close: () => place.drop() }, world)
    world.pass(lost.now().getTime() - world.now().getTime())
    fake.setClock(world.now)
    const operator = readingOperatorOf({ ...world, fresh: place })
    return { world, operator }
  }
  const go = (world: ApiWorld, minutes: number, day = '2026-03-04') => goTo(world, day, minutes)
  const release = (operator: ReturnType<typeof readingOperatorOf>, ...ids: string[]) =>
    operator('release-charges', ...ids, ...why)
  const credit = (operator: ReturnType<typeof readingOperatorOf>, ...words: string[]) =>
    operator('credit-payment', ...words, ...why)
  const kindsOfLetters = async (world: ApiWorld) => (await world.letters()).map((letter) => letter.kind)
  const lines = (world: ApiWorld) =>
    world.database.db
      .selectFrom('autopayment_run_lines')
      .innerJoin('autopayment_runs', 'autopayment_runs.id', 'autopayment_run_lines.run_id')
      .select(['outcome', 'reason', 'amount'])
      .where('period', '=', '2026-02')
      .execute()
  const payByHand = async (amount = 90_000) => {
    const page = bankPageOf(paymentOf(await payAsCustomer(browser, account, { amount })))
    const id = orderOf(page)
    fake.pay(id)
    fake.change(id, { captured_at: lost.now().toISOString() })
    lost.pass(5_000)
    await runJobs(lost.wired)
    return id
  }

  /** The customer's browser at the restored server: the session is in the backup. */
  const browserAt = (world: ApiWorld) => {
    const same = world.browser()
    same.setSession(browser.session())
    return same
  }

  test('charges nobody for what was paid since the backup, before and after an operator has reconciled it', async () => {
    const file = await backup()
    await go(lost, 8 * 60)
    const paid = await payByHand()
    expect(await balance(lost, account)).toBe(0)
    const { world, operator } = await restore(file)

    await go(world, ten)
    await go(world, 11 * 60)
    expect(fake.charges).toHaveLength(2)
    expect(await lines(world)).toEqual([])

    expect(await operator('reconcile')).toMatch(
      new RegExp(`missing_here\t-\t${paid}\t-\tsucceeded\topen\nCharges are on hold`),
    )
    await expect(release(operator)).rejects.toThrow(
      new RegExp(`Charges stay on hold: 1 open, such as ${paid}`),
    )
    expect(await credit(operator, paid)).toMatch(/^Payment [\w-]+: succeeded$/)
    expect(await balance(world, account)).toBe(0)
    expect(await release(operator)).toMatch(/0 differences\nCharges are made again$/)
    await go(world, 12 * 60)
    await go(world, ten, '2026-03-05')
    expect(fake.charges).toHaveLength(2)
    expect(await lines(world)).toMatchObject([{ outcome: 'skipped', reason: 'nothing_owed' }])
  })

  test('does not charge again what an autopayment has taken since the backup, nor say that it was declined', async () => {
    const file = await backup()
    await go(lost, ten)
    expect(fake.charges).toHaveLength(2)
    const charge = [...fake.payments.keys()].at(-1) ?? ''
    const { world, operator } = await restore(file)
    fake.forgetKeys()
    await go(world, 11 * 60)
    await credit(operator, charge)
    await release(operator)
    await go(world, 12 * 60)
    expect(fake.charges).toHaveLength(2)
    expect(await balance(world, account)).toBe(0)
    expect(await lines(world)).toMatchObject([{ outcome: 'skipped', reason: 'nothing_owed' }])
    expect(await kindsOfLetters(world)).not.toContain('autopayment-failed')
  })

  test('does not send a charge that was stored before the backup and sent after it', async () => {
    fake.fail(...Array.from({ length: 40 }, () => ({ status: 429, code: 'too_many_requests' })))
    await go(lost, ten)
    fake.fail()
    expect(fake.charges).toHaveLength(1)
    const file = await backup()
    await go(lost, ten + 5)
    expect(fake.charges).toHaveLength(2)
    const { world, operator } = await restore(file)
    fake.forgetKeys()
    await go(world, ten + 10)
    expect(fake.charges).toHaveLength(2)
    // It has our number, so that the comparison credits it.
    expect(await operator('reconcile')).toMatch(/state_differs\t[\w-]+\t[\w-]+\tpending\tsucceeded\tmended/)
    expect(await balance(world, account)).toBe(0)
    await release(operator)
    await go(world, 12 * 60)
    expect(fake.charges).toHaveLength(2)
    expect(await lines(world)).toMatchObject([{ outcome: 'charged', amount: 90_000 }])
  })

  test('charges what is still owed once charges are released', async () => {
    const { world, operator } = await restore(await backup())
    await go(world, ten + 30)
    expect(fake.charges).toHaveLength(1)
    await expect(operator('charge-autopayments')).rejects.toThrow(/^Charges are on hold/)
    await release(operator)
    await go(world, ten + 40)
    expect(fake.charges).toHaveLength(2)
    expect(await balance(world, account)).toBe(0)
  })

  test('tells of its hold: to the doctor, to the metrics, in the log', async () => {
    const { world, operator } = await restore(await backup())
    const found = () => chargesCheck(world.database).run()
    const state = async () =>
      (await readDatabaseState(world.database.db, { now: world.now(), gateways: [] })).isOnHold
    await runJobs(world.wired)
    expect(await found()).toMatchObject({ status: 'failed', found: expect.stringContaining('on hold since') })
    expect(await state()).toBe(true)
    expect(world.logged).toContainEqual(
      expect.objectContaining({ message: 'autopayments are on hold, as the database was restored' }),
    )
    await release(operator)
    expect(await found()).toEqual({ status: 'ok', found: 'are made' })
    expect(await state()).toBe(false)
    expect(await release(operator)).toBe('Charges are not on hold')
  })

  test('stays on hold while a list can not be read, and while a difference is open that nobody has named', async () => {
    const file = await backup()
    const foreign = await payByHand()
    fake.change(foreign, { metadata: { payment: newKey(), account: '9999999999' } })
    const { world, operator } = await restore(file)
    fake.fail({ status: 500 })
    await expect(release(operator)).rejects.toThrow(/list could not be read/)
    await expect(release(operator)).rejects.toThrow(/stay on hold/)
    await expect(credit(operator, foreign)).rejects.toThrow('there is no account 9999999999')
    expect(await findChargeHold(world.database.db)).toBeDefined()
    expect(await release(operator, foreign)).toMatch(/made again$/)
  })

  test('compares from the moment of the backup, however old it is', async () => {
    const file = await backup()
    await go(lost, 8 * 60)
    const paid = await payByHand()
    await go(lost, 60, '2026-04-20')
    const { operator } = await restore(file)
    expect(await operator('reconcile')).toContain(`missing_here\t-\t${paid}`)
    expect(await operator('reconcile', '--days', '3')).not.toContain(paid)
  })

  test('makes the charge of a saved card that its customer asks for while charges are on hold', async () => {
    const { world } = await restore(await backup())
    const again = browserAt(world)
    world.pass(1_000)
    const payment = paymentOf(
      await payAsCustomer(again, account, { amount: 90_000, paymentMethod: methodId }),
    )
    expect(payment.status).toBe('succeeded')
    expect(await balance(world, account)).toBe(0)
  })

  describe('with a payment that is credited by its id at the gateway', () => {
    test('has it in the history of the account and in the register, as any payment of the site', async () => {
      const file = await backup()
      await go(lost, 8 * 60)
      const paid = await payByHand()
      const { world, operator } = await restore(file)
      await credit(operator, paid)
      const { body } = await browserAt(world).get(`/api/v1/personal/history/${account}`)
      expect(historyAnswer.parse(body).data[0]).toMatchObject({
        account,
        amount: 90_000,
        status: 'succeeded',
      })
      await go(world, 11, '2026-03-05')
      const register = await operator('payments-register', '2026-03-04')
      expect(
        register.split('\n').filter((line) => line.includes(account) && line.includes('900')),
      ).toHaveLength(1)
      await expect(credit(operator, paid)).rejects.toThrow('here already')
      expect(await balance(world, account)).toBe(0)
    })

    test('records its refund, too', async () => {
      const file = await backup()
      await go(lost, 8 * 60)
      const paid = await payByHand()
      fake.refundInOffice(paid, '400.00')
      const { world, operator } = await restore(file)
      await credit(operator, paid)
      expect(await release(operator)).toMatch(/refund_missing_here.*mended/)
      expect(await balance(world, account)).toBe(40_000)
    })

    test('waits for its payer, if it is not paid yet', async () => {
      const file = await backup()
      const page = bankPageOf(paymentOf(await payAsCustomer(browser, account, { amount: 90_000 })))
      const { world, operator } = await restore(file)
      await expect(release(operator)).rejects.toThrow('stay on hold')
      expect(await credit(operator, orderOf(page))).toMatch(/: pending$/)
      await release(operator)
      fake.pay(orderOf(page))
      world.pass(60_000)
      await runJobs(world.wired)
      expect(await balance(world, account)).toBe(0)
    })

    test('divides one for several accounts as the operator says', async () => {
      const accounts = await accountsOfOnePayee(lost.database, 2)
      const [first = '', second = ''] = accounts
      const other = (await customerWith(lost, ...accounts)).browser
      for (const one of accounts) await owe(lost, one, 10_000)
      const file = await backup()
      const parts = accounts.map((one, place) => ({ account: one, amount: 4_000 + place }))
      const id = orderOf(bankPageOfBasket(basketOf(await payBasket(other, parts))))
      fake.pay(id)
      const { world, operator } = await restore(file)
      await expect(credit(operator, id)).rejects.toThrow('it pays several accounts')
      await expect(credit(operator, id, `${first}=40`)).rejects.toThrow(`${second} must be one of them`)
      await expect(credit(operator, id, `${first}=40`, `${second}=40`)).rejects.toThrow(
        'the sums must come to 80,01',
      )
      await expect(credit(operator, id, first)).rejects.toThrow('is not an account with its sum')
      await credit(operator, id, `${first}=40`, `${second}=40,01`)
      expect(await balance(world, first)).toBe(6_000)
      expect(await balance(world, second)).toBe(5_999)
      await release(operator)
    })

    test('refuses one that took no money, that is here, that is of another system, that no gateway has', async () => {
      const file = await backup()
      const canceled = orderOf(bankPageOf(paymentOf(await payAsCustomer(browser, account, { amount: 100 }))))
      fake.cancel(canceled, 'general_decline')
      const [known = ''] = fake.payments.keys()
      const { operator } = await restore(file)
      await expect(credit(operator, canceled)).rejects.toThrow(
        new ConfigError(`${canceled}: it is canceled there: no money was taken`),
      )
      await expect(credit(operator, known)).rejects.toThrow('here already')
      fake.change(canceled, { status: 'succeeded', metadata: {} })
      await expect(credit(operator, canceled)).rejects.toThrow('another system of the shop')
      await expect(credit(operator, 'nothing')).rejects.toThrow('no gateway has it')
      fake.fail({ status: 500 })
      await expect(credit(operator, canceled)).rejects.toThrow('has not answered')
      // Neither of both is a difference.
      await release(operator)
    })
  })

  describe('by other tools than ours', () => {
    test('is held by a command, from the day of its data', async () => {
      const operator = readingOperatorOf(lost)
      await expect(operator('hold-charges', '2026-03-99', ...why)).rejects.toThrow('is not a day')
      await expect(operator('hold-charges', '2026-03-05', ...why)).rejects.toThrow('until today')
      expect(await operator('hold-charges', '2026-03-02', ...why)).toMatch(/^Charges are on hold/)
      await operator('hold-charges', '2026-03-03', ...why)
      expect(await findChargeHold(lost.database.db)).toMatchObject({ dataOf: '2026-03-01T21:00:00.000Z' })
      await go(lost, 11 * 60)
      expect(fake.charges).toHaveLength(1)
      await release(operator)
      await go(lost, 12 * 60)
      expect(await runsOf(browser, (await theAutopayment(browser)).id)).toMatchObject([
        { outcome: 'charged' },
      ])
    })
  })
})
