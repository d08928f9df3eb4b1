import { defaultAccountAnswer } from 'contract/accounts'
import { paymentAnswer, savedMethodsAnswer } from 'contract/payments'
import { ConfigError } from 'process/settings'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type Browser, openApiWorld } from '../support/api-world'
import {
  autopaymentsOf,
  chargesOf,
  customerWithAutopayment,
  goTo,
  issueInvoice,
  setAutopayment,
  theAutopayment,
} from '../support/autopayments-world'
import { addToRegister, customerWith, newCustomer } from '../support/billing-register'
import { faultyGateway } from '../support/faulty-gateway'
import { readingOperatorOf, why } from '../support/operator'
import { atBank, bankPageOf, mirCard, payAsCustomer, paymentOf, runJobs } from '../support/payments-world'
import { whileEndsAreRefused } from '../support/refused-ends'

const ten = 10 * 60

describeOnEachDatabase('access to an account', (kind) => {
  const gateway = faultyGateway()
  const world = openForTests(() => openApiWorld(kind, { aroundGateway: gateway.around }))
  let account: string
  beforeEach(async () => {
    gateway.reset()
    await world.startAgain()
    account = await addToRegister(world.database.db)
    await operator('issue-access-codes', account, ...why)
  })

  const operator = (...typed: [string, ...string[]]) => readingOperatorOf(world)(...typed)
  const codeIn = (printed: string) => /;(\d{8})/.exec(printed)?.[1] ?? ''
  const newCode = async (...options: string[]) =>
    codeIn(await operator('issue-access-codes', account, ...options, ...why))
  const add = (browser: Browser, proof: string) =>
    browser.post('/api/v1/personal/add-account/', { account, proof })
  const has = async (browser: Browser) =>
    (await browser.post(`/api/v1/personal/invoice/${account}`, {})).status === 200
  const emailOf = ({ id }: { id: string }) => `${id}@example.ru`
  const lettersTo = async () => (await world.letters()).map(({ to, kind: one }) => [to, one]).sort()
  /** The entries in the operator log of what was done with the account, and what each run has done. */
  const entriesOf = async (action: string) => {
    const rows = await world.database.db
      .selectFrom('operator_log')
      .select(['subject', 'why', 'counts'])
      .where('action', '=', action)
      .where('stage', '=', 'done')
      .where('subject', 'like', `account ${account}%`)
      .execute()
    return rows.map(({ subject, why: reason, counts }) => [subject, reason, counts])
  }

  describe('is ended by a new access code', () => {
    it('that says it: from then on a former owner sees, pays and is charged nothing', async () => {
      const former = await customerWithAutopayment(world, account)
      await world.letters()
      const code = await newCode('--end-access')
      expect(await has(former.browser)).toBe(false)
      expect((await former.browser.get(`/api/v1/personal/history/${account}`)).status).toBe(404)
      expect((await former.browser.get(`/api/v1/personal/meters/${account}`)).status).toBe(404)
      expect(
        defaultAccountAnswer.parse((await former.browser.get('/api/v1/personal/get-default-account')).body),
      ).toEqual({
        account: null,
      })
      expect(await lettersTo()).toEqual([
        [emailOf(former), 'account-access-ended'],
        [emailOf(former), 'autopayment-stopped'],
      ])
      expect(await theAutopayment(former.browser)).toMatchObject({ status: 'paused', resumeNeeds: 'account' })

      // The next bill is the new owner's.
      await issueInvoice(world, account, '2026-02', 77_700)
      await goTo(world, '2026-03-03', 60)
      await goTo(world, '2026-03-04', ten)
      await goTo(world, '2026-03-18', ten)
      expect(await chargesOf(world, account)).toEqual([100])
      const owner = await newCustomer(world)
      expect((await add(owner.browser, code)).status).toBe(201)
      expect(await has(owner.browser)).toBe(true)
    })

    it('also of several customers, while one of them binds a card', async () => {
      const [first, second] = [await customerWith(world, account), await customerWith(world, account)]
      await setAutopayment(second.browser, account)
      await newCode('--end-access')
      expect([await has(first.browser), await has(second.browser)]).toEqual([false, false])
      expect(await autopaymentsOf(second.browser)).toEqual([])
      expect(await lettersTo()).toEqual(
        [first, second].map((one) => [emailOf(one), 'account-access-ended']).sort(),
      )
      expect(await entriesOf('issue-access-codes')).toContainEqual([
        `account ${account}`,
        why[1],
        '{"issued":1,"ended":2}',
      ])
    })

    it('only where somebody decides: else no code is issued, and it says how many have the account', async () => {
      const { browser } = await customerWith(world, account)
      const code = await newCode('--keep-access')
      const undecided = operator('issue-access-codes', account, ...why)
      await expect(undecided).rejects.toThrow(ConfigError)
      await expect(undecided).rejects.toThrow(
        new RegExp(`${account} is on the list of 1 customer:[\\s\\S]*--end-access[\\s\\S]*--keep-access`),
      )
      expect(await has(browser)).toBe(true)
      const another = await newCustomer(world)
      expect((await add(another.browser, code)).status).toBe(201)
    })

    it('or nothing is ended when the operator log does not take it', async () => {
      const { browser } = await customerWith(world, account)
      await world.letters()
      await whileEndsAreRefused(world.database, () =>
        expect(newCode('--end-access')).rejects.toThrow('no space'),
      )
      expect(await has(browser)).toBe(true)
      expect(await lettersTo()).toEqual([])
    })

    it.each([[['--end-access', '--keep-access']], [['--missing', '--end-access']]])(
      'not with %j together',
      async (options) => {
        const numbers = options.includes('--missing') ? [] : [account]
        await expect(operator('issue-access-codes', ...numbers, ...options, ...why)).rejects.toThrow(
          /^issue-access-codes: takes one of/,
        )
      },
    )
  })

  it('is not gained by a code that was replaced while it was being typed', async () => {
    const old = await newCode('--keep-access')
    const customers = await Promise.all(Array.from({ length: 8 }, () => newCustomer(world)))
    const [statuses] = await Promise.all([
      Promise.all(customers.map(({ browser }) => add(browser, old))),
      newCode('--end-access'),
    ])
    expect(statuses.filter(({ status }) => status !== 201 && status !== 422)).toEqual([])
    expect(await Promise.all(customers.map(({ browser }) => has(browser)))).toEqual(Array(8).fill(false))
  })

  describe('is ended by remove-account', () => {
    it('for one customer, by e-mail or id; the others keep it', async () => {
      const [first, second, third] = [
        await customerWith(world, account),
        await customerWith(world, account),
        await customerWith(world, account),
      ]
      expect(await operator('remove-account', account, emailOf(first), ...why)).toContain(
        `Access ended: 1 customer; a letter tells them`,
      )
      expect(await entriesOf('remove-account')).toEqual([
        [`account ${account}, customer ${first.id}`, why[1], '{"ended":1}'],
      ])
      await operator('remove-account', `${account.slice(0, 4)} ${account.slice(4)}`, second.id, ...why)
      expect(await Promise.all([first, second, third].map(({ browser }) => has(browser)))).toEqual([
        false,
        false,
        true,
      ])
      expect(await lettersTo()).toEqual(
        [first, second].map((one) => [emailOf(one), 'account-access-ended']).sort(),
      )
    })

    it('for all customers', async () => {
      const [first, second] = [await customerWith(world, account), await customerWith(world, account)]
      await operator('remove-account', account, '--all', ...why)
      expect([await has(first.browser), await has(second.browser)]).toEqual([false, false])
      await expect(operator('remove-account', account, '--all', ...why)).rejects.toThrow(
        `no customer has the account ${account}`,
      )
    })

    it('needs a reason, and a customer who has the account', async () => {
      const { id } = await newCustomer(world)
      const cases: [string[], string][] = [
        [[account, id], '--why must say why'],
        [[account, id, ...why], 'the customer does not have the account'],
        [[account, 'nobody@mail.example', ...why], 'there is no customer'],
        [[account, ...why], 'takes CUSTOMER, or --all'],
        [[account, id, '--all', ...why], 'takes CUSTOMER, or --all'],
      ]
      for (const [typed, message] of cases)
        await expect(operator('remove-account', ...typed)).rejects.toThrow(message)
    })

    it('leaves no stored charge of a saved card to be sent', async () => {
      const former = await customerWith(world, account)
      const first = paymentOf(await payAsCustomer(former.browser, account, { saveMethod: true, amount: 100 }))
      await atBank(world.api).pay(bankPageOf(first), mirCard)
      world.pass(3_000)
      await former.browser.get(`/api/v1/personal/pay/${first.id}`)
      const { body } = await former.browser.get('/api/v1/personal/payment-methods/')
      const card = savedMethodsAnswer.parse(body).data[0]?.id
      gateway.diesBeforeSending(true)
      const press = await payAsCustomer(former.browser, account, { amount: 77_700, paymentMethod: card })
      expect(press.status).toBe(500)
      gateway.diesBeforeSending(false)
      const stored = await world.database.db
        .selectFrom('payments')
        .innerJoin('payment_intents', 'payment_intents.payment_id', 'payments.id')
        .select('payments.id')
        .where('payments.account', '=', account)
        .where('payment_intents.state', '=', 'created')
        .executeTakeFirstOrThrow()
      await operator('remove-account', account, former.id, ...why)
      world.pass(5_000)
      await runJobs(world.wired)
      expect(await chargesOf(world, account)).toEqual([100])
      const after = await former.browser.get(`/api/v1/personal/pay/${stored.id}`)
      expect(paymentAnswer.parse(after.body).data).toMatchObject({
        status: 'canceled',
        cancelReason: 'canceled_by_company',
      })
    })
  })

  describe('of somebody else', () => {
    it('is told to those who have it, with a masked name and what to do', async () => {
      const owner = await customerWith(world, account)
      const code = await newCode('--keep-access')
      await world.letters()
      const stranger = await newCustomer(world)
      expect((await add(stranger.browser, code)).status).toBe(201)
      const [letter, ...others] = await world.letters()
      expect(others).toEqual([])
      expect(letter).toMatchObject({ to: emailOf(owner), kind: 'account-added' })
      expect(letter?.text).toMatch(/А…а/)
      expect(letter?.text).toContain('Если вы не знаете, кто это, позвоните или напишите нам')
      expect(letter?.text).not.toContain('Анна')
      expect(letter?.text).not.toContain(account)
    })

    it('is told three times a day at most, however often the account is added again', async () => {
      await customerWith(world, account)
      const code = await newCode('--keep-access')
      await world.letters()
      const { browser } = await newCustomer(world)
      for (let time = 0; time < 5; time++) {
        expect((await add(browser, code)).status).toBe(201)
        expect((await browser.delete(`/api/v1/personal/delete-account/${account}`)).status).toBe(204)
      }
      expect(await world.letters()).toHaveLength(3)
    })

    it('shows a new owner neither the card nor the bank’s reason of payments before', async () => {
      const former = await customerWith(world, account)
      for (const [amount, card] of [
        [100, mirCard],
        [200, '5555555555554600'],
      ] as const) {
        const begun = paymentOf(await payAsCustomer(former.browser, account, { amount }))
        await atBank(world.api).pay(bankPageOf(begun), card)
        world.pass(3_000)
        await former.browser.get(`/api/v1/personal/pay/${begun.id}`)
      }
      const owner = await newCustomer(world)
      await add(owner.browser, await newCode('--end-access'))
      const history = await owner.browser.get(`/api/v1/personal/history/${account}`)
      expect(history.body).toMatchObject({
        data: expect.arrayContaining([
          expect.objectContaining({
            amount: 100,
            status: 'succeeded',
            method: { kind: 'card', title: '' },
            receiptUrl: null,
            own: false,
          }),
          expect.objectContaining({ amount: 200, cancelReason: null }),
        ]),
      })
      expect(history.text).not.toMatch(/2987|4600|insufficient/)
    })
  })
})
