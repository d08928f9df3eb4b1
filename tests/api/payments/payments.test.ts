import { randomUUID } from 'node:crypto'
import { createLimiter } from 'api/limits/limiter'
import { defaultLimits, type LimitName } from 'api/limits/rules'
import { problemCodes } from 'contract/problem'
import { HOUR, SECOND } from 'format/durations'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type Browser, openApiWorld, seenFromOutside } from '../support/api-world'
import { addInvoice, addToRegister, customerWith } from '../support/billing-register'
import {
  atBank,
  balance,
  bankPageOf,
  charged,
  savedMethodsOf as methodsOf,
  mirCard,
  newKey,
  paidCard,
  payAsCustomer,
  payAsGuest,
  paymentOf,
  returnAddresses,
  runJobs,
  saveCard,
} from '../support/payments-world'

describeOnEachDatabase('payments', (kind) => {
  const world = openForTests(() =>
    openApiWorld(kind, {
      hooks: {
        paymentSettled: async () => {},
        maySend: async () => true,
        methodUnlinked: async (_trx, method) => void unlinked.push(method),
      },
    }),
  )
  let account: string
  const unlinked: object[] = []
  // Each test has its own hour, so that the limits of other tests don't matter.
  beforeEach(async () => {
    world.pass(2 * HOUR)
    account = await addToRegister(world.database.db)
    unlinked.length = 0
  })

  const stateOf = async (id: string, browser = world.browser()) =>
    paymentOf(await browser.get(`/api/v1/pay/${id}`))
  const personalStateOf = async (browser: Browser, id: string) =>
    paymentOf(await browser.get(`/api/v1/personal/pay/${id}`))

  /** As if an address had used a limit so often that this many uses are left. */
  const exhaust = async (limit: LimitName, address: string, left = 0) => {
    const limiter = createLimiter(world.database, defaultLimits)
    for (let used = left; used < defaultLimits[limit].max; used += 1)
      await limiter.count([{ limit, by: [address] }], world.now())
  }

  /** A customer with a saved card. */
  const customerWithCard = async (card = mirCard) => {
    const customer = await customerWith(world, account)
    return { ...customer, ...(await saveCard(world, customer.browser, account, { amount: 260_091, card })) }
  }

  describe('asking whether an account can be paid', () => {
    const check = (typed: unknown, browser = world.browser()) =>
      browser.post('/api/v1/pay/check/', { account: typed })

    it('shows a masked address and the debt, and no name', async () => {
      const answer = await check(account)
      expect(answer).toMatchObject({
        status: 200,
        body: {
          data: { account, addressMasked: 'г. Тихобережск, ул. Зе…, д. 14, кв. …', balance: 0 },
        },
      })
      // The flat's number may be a part of the account's number.
      expect(answer.text.replace(account, '')).not.toMatch(/Ковал|Игорь|31/)
    })

    it('accepts a number as people type it', async () => {
      const typed = ` л/с № ${account.slice(0, 4)} ${account.slice(4)} `
      expect(await check(typed)).toMatchObject({ status: 200, body: { data: { account } } })
    })

    it('has an error at the field for an unknown account', async () => {
      expect(await check('1')).toMatchObject({
        status: 404,
        body: { errors: { account: [expect.stringMatching(/не найден/)] } },
      })
      expect(await check('  ')).toMatchObject({
        status: 422,
        body: { errors: { account: [expect.any(String)] } },
      })
    })

    it('and paying are limited by address as the operating guide says', () => {
      expect(defaultLimits).toMatchObject({
        payChecksPerAddress: { max: 400, minutes: 15 },
        unknownAccountsPerAddress: { max: 60, minutes: 60 },
        guestPaymentsPerAddress: { max: 400, minutes: 15 },
        guestPaymentsPerAccountAndAddress: { max: 60, minutes: 60 },
      })
    })

    it('is limited against trying all numbers', async () => {
      const curious = world.browser({ address: '198.51.100.9' })
      await exhaust('unknownAccountsPerAddress', '198.51.100.9', 1)
      const statuses = []
      for (const number of ['1', '2']) statuses.push((await check(number, curious)).status)
      expect(statuses).toEqual([404, 200])
      // From then on a known number looks like an unknown one.
      for (const number of [account, '9999999999'])
        expect(await check(number, curious)).toMatchObject({
          status: 200,
          body: { data: { account: number, billSumOnly: true } },
        })
      const answer = await check(account, curious)
      expect(seenFromOutside(answer)).toEqual({
        ...seenFromOutside(await check('9999999999', curious)),
        text: answer.text,
      })
      expect(answer.text).not.toMatch(/address|balance/)
      world.pass(HOUR)
      expect(await check(account, curious)).toMatchObject({
        status: 200,
        body: { data: { addressMasked: expect.any(String) } },
      })
    })

    it('that is over lets a payer behind the same address pay a bill, and answers guesses of both alike', async () => {
      const { db } = world.database
      const own = await addToRegister(db)
      await addInvoice(db, own, '2026-02', { charged: 260_091 })
      const curious = world.browser({ address: '198.51.100.10' })
      await exhaust('unknownAccountsPerAddress', '198.51.100.10')
      const [unknown, guessed] = [
        await payAsGuest(curious, '9999999999', { amount: 260_091 }),
        await payAsGuest(curious, own, { amount: 260_000 }),
      ]
      expect(unknown).toMatchObject({ status: 422, body: { errors: { amount: [/до копейки/] } } })
      expect(seenFromOutside(guessed)).toEqual(seenFromOutside(unknown))
      // The payer has the bill.
      expect((await payAsGuest(curious, own, { amount: 260_091 })).status).toBe(201)
      expect((await payAsGuest(world.browser(), own, { amount: 260_000 })).status).toBe(201)
    })

    it('allows hundreds of checks from one address in a quarter of an hour, not thousands', async () => {
      const shared = world.browser({ address: '198.51.100.20' })
      await exhaust('payChecksPerAddress', '198.51.100.20', 20)
      const ask = async () => (await check(account, shared)).status
      const statuses = await Promise.all(Array.from({ length: 30 }, ask))
      expect(statuses.filter((status) => status === 200)).toHaveLength(20)
      expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    })

    it('hides the debt when the operator sets so', async () => {
      const silent = await openApiWorld(kind, { env: { GUEST_BALANCE: 'off' } })
      const own = await addToRegister(silent.database.db)
      const answer = await silent.browser().post('/api/v1/pay/check/', { account: own })
      expect(answer).toMatchObject({
        status: 200,
        body: { data: { account: own, addressMasked: expect.any(String) } },
      })
      expect(answer.text).not.toContain('balance')
      await silent.close()
    })
  })

  describe('of guests', () => {
    it('show to the holder of their link the payee, the masked address and the debt, and no e-mail', async () => {
      const newPayment = paymentOf(await payAsGuest(world.browser(), account))
      const answer = await world.browser().get(`/api/v1/pay/${newPayment.id}`)
      expect(paymentOf(answer)).toMatchObject({
        payee: 'ООО «УК „Тихий берег“»',
        addressMasked: 'г. Тихобережск, ул. Зе…, д. 14, кв. …',
        balance: 0,
      })
      expect(answer.text).not.toMatch(new RegExp(`mail\\.example|${account}`))
    })

    it('lead to the bank and back, into the ledger, and to a letter', async () => {
      await world.letters()
      const newPayment = paymentOf(await payAsGuest(world.browser(), account))
      expect(newPayment).toMatchObject({ account, amount: 260_091, status: 'pending', source: 'guest' })
      expect(await charged(world, newPayment.id)).toEqual([])

      const back = await atBank(world.api).pay(bankPageOf(newPayment))
      expect(back).toMatchObject({
        status: 303,
        location: `${returnAddresses.successUrl}?payment=${newPayment.id}`,
      })
      world.pass(3 * SECOND)
      expect(await stateOf(newPayment.id)).toMatchObject({
        status: 'succeeded',
        account: `••••\u00a0${account.slice(-4)}`,
        paidAt: expect.any(String),
        method: { kind: 'card', title: 'Mastercard ••\u00a04444' },
        receiptStatus: 'pending',
        confirmationUrl: null,
        cancelReason: null,
      })
      expect(await balance(world, account)).toBe(-260_091)
      expect(await charged(world, newPayment.id)).toEqual([260_091])

      const [letter, ...others] = await world.letters()
      expect(others).toEqual([])
      expect(letter).toMatchObject({ to: 'olga@mail.example', kind: 'payment-receipt' })
      expect(letter?.subject).toBe('Оплачено 2\u00a0600,91\u00a0₽')
      expect(letter?.text).toContain(`https://portal.example/pay/success?payment=${newPayment.id}`)
      expect(letter?.text).not.toContain(account)
    })

    it('get a receipt a little later', async () => {
      const newPayment = paymentOf(await payAsGuest(world.browser(), account))
      await atBank(world.api).pay(bankPageOf(newPayment))
      world.pass(3 * SECOND)
      await stateOf(newPayment.id)
      world.pass(10 * SECOND)
      await runJobs(world.wired)
      const { receiptStatus, receiptUrl } = await stateOf(newPayment.id)
      expect(receiptStatus).toBe('done')
      const receipt = await atBank(world.api).open(receiptUrl ?? '')
      expect(receipt.html).toContain('Учебный кассовый чек')
      expect(receipt.html).not.toContain('olga@mail.example')
    })

    it('that the bank declines have a reason', async () => {
      await world.letters()
      const newPayment = paymentOf(await payAsGuest(world.browser(), account))
      const back = await atBank(world.api).pay(bankPageOf(newPayment), '5555555555554600')
      expect(back.location).toBe(`${returnAddresses.failedUrl}?payment=${newPayment.id}`)
      world.pass(3 * SECOND)
      expect(await stateOf(newPayment.id)).toMatchObject({
        status: 'canceled',
        cancelReason: 'insufficient_funds',
        paidAt: null,
      })
      expect(await balance(world, account)).toBe(0)
      expect(await charged(world, newPayment.id)).toEqual([])
      expect(await world.letters()).toEqual([])
    })

    it('are settled by webhooks, without the payer’s return', async () => {
      const newPayment = paymentOf(await payAsGuest(world.browser(), account))
      world.pass(60 * SECOND)
      await atBank(world.api).pay(bankPageOf(newPayment))
      await runJobs(world.wired)
      expect(await balance(world, account)).toBe(-260_091)
    })

    it('that nobody pays expire when the bank says so', async () => {
      const newPayment = paymentOf(await payAsGuest(world.browser(), account))
      world.pass(2 * HOUR)
      await runJobs(world.wired)
      expect(await stateOf(newPayment.id)).toMatchObject({
        status: 'canceled',
        cancelReason: 'expired_on_confirmation',
      })
    })

    it('keep no card, whatever is asked for', async () => {
      const newPayment = paymentOf(await payAsGuest(world.browser(), account, { saveMethod: true }))
      const page = await atBank(world.api).open(bankPageOf(newPayment))
      expect(page.html).not.toContain('Карта будет сохранена')
    })

    it('can’t be read by a made-up id', async () => {
      for (const id of ['1', account, newKey(), '%00', 'x'.repeat(300)]) {
        const { status } = await world.browser().get(`/api/v1/pay/${id}`)
        expect([400, 404]).toContain(status)
      }
    })

    it('of an unknown account are rejected at the field', async () => {
      expect(await payAsGuest(world.browser(), '999')).toMatchObject({
        status: 404,
        body: { errors: { account: [expect.any(String)] } },
      })
    })

    describe('from an address that many share', () => {
      const MINUTE = 60 * SECOND
      const tooMany = { message: 'Слишком много платежей подряд.' }

      it('are limited, and tell afterwards of no number whether somebody has it', async () => {
        const operator = world.browser({ address: '198.51.100.50' })
        await exhaust('unknownAccountsPerAddress', '198.51.100.50', 1)
        await exhaust('guestPaymentsPerAddress', '198.51.100.50', 2)
        for (const status of [404, 422])
          expect((await payAsGuest(operator, `99999999${status}`)).status).toBe(status)
        for (const one of ['9999999999', account])
          expect(await payAsGuest(operator, one)).toMatchObject({ status: 429, body: tooMany })
        const elsewhere = world.browser({ address: '198.51.100.51' })
        expect((await payAsGuest(elsewhere, account)).status).toBe(201)
      })

      it('are limited to sixty an hour for one account; others can still be paid', async () => {
        const operator = world.browser({ address: '198.51.100.30' })
        for (let count = 0; count < 59; count += 1) paymentOf(await payAsGuest(operator, account))
        world.pass(20 * MINUTE)
        const key = newKey()
        const last = paymentOf(await payAsGuest(operator, account, { key }))

        const refusedKey = newKey()
        const refused = await payAsGuest(operator, account, { key: refusedKey })
        expect(refused).toMatchObject({ status: 429, body: tooMany })
        expect(refused.headers.get('retry-after')).toBe(String(40 * 60))

        // A repeat returns the first payment; a neighbour can pay another account, and another address this one.
        expect(paymentOf(await payAsGuest(operator, account, { key })).id).toBe(last.id)
        const neighbours = await addToRegister(world.database.db)
        expect((await payAsGuest(operator, neighbours)).status).toBe(201)
        const elsewhere = world.browser({ address: '198.51.100.31' })
        expect((await payAsGuest(elsewhere, account)).status).toBe(201)

        world.pass(40 * MINUTE)
        expect((await payAsGuest(operator, account, { key: refusedKey })).status).toBe(201)
      })

      it('are limited to four hundred in a quarter of an hour for all accounts together', async () => {
        const operator = world.browser({ address: '198.51.100.40' })
        await exhaust('guestPaymentsPerAddress', '198.51.100.40', 1)
        paymentOf(await payAsGuest(operator, account))
        world.pass(5 * MINUTE)

        const refused = await payAsGuest(operator, account)
        expect(refused).toMatchObject({ status: 429, body: tooMany })
        expect(refused.headers.get('retry-after')).toBe(String(10 * 60))
        expect((await payAsGuest(world.browser({ address: '198.51.100.41' }), account)).status).toBe(201)

        world.pass(10 * MINUTE)
        expect((await payAsGuest(operator, account)).status).toBe(201)
      })

      it('never exceed the limit when sent concurrently', async () => {
        const operator = world.browser({ address: '198.51.100.50' })
        const answers = await Promise.all(Array.from({ length: 65 }, () => payAsGuest(operator, account)))
        expect(answers.filter(({ status }) => status === 201)).toHaveLength(60)
        expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
      })
    })
  })

  describe('with invalid data', () => {
    const least = 'Наименьшая сумма платежа — 1\u00a0₽'
    const most = 'Наибольшая сумма одного платежа — 350\u00a0000\u00a0₽'
    const number = 'Введите сумму'
    it.each([
      [0, 'Введите сумму больше нуля'],
      [99, least],
      [-100, least],
      [35_000_001, most],
      [1e15, most],
      [100.5, number],
      ['100', number],
      [null, number],
    ])('an amount of %j is rejected at its field', async (amount, words) => {
      expect(await payAsGuest(world.browser(), account, { amount })).toMatchObject({
        status: 422,
        body: { errors: { amount: [words] } },
      })
    })

    it.each([100, 35_000_000])('an amount of %i kopecks is accepted', async (amount) => {
      expect((await payAsGuest(world.browser(), account, { amount })).status).toBe(201)
    })

    it.each(['', ' ', 'olga', 'olga@', 'a@b.example\r\nBcc: c@d.example'])(
      'a receipt can’t be sent to %j',
      async (email) => {
        expect(await payAsGuest(world.browser(), account, { email })).toMatchObject({
          status: 422,
          body: { errors: { email: [expect.any(String)] } },
        })
      },
    )

    it.each([
      'https://evil.example/pay/success',
      'https://portal.example.evil.example/',
      'https://user@portal.example/',
      'https://portal.example:8443/',
      'http://portal.example/',
      '//portal.example/',
      '/pay/success',
      'javascript:alert(1)',
      'https://portal.example\\@evil.example/',
      'https://portal.example/\u0009',
      '',
    ])('the return address can’t be %j', async (address) => {
      for (const field of ['successUrl', 'failedUrl']) {
        expect(await payAsGuest(world.browser(), account, { [field]: address })).toMatchObject({
          status: 422,
          body: { errors: { [field]: [expect.any(String)] } },
        })
      }
    })

    it('keeps the query of the return addresses', async () => {
      const successUrl = `${returnAddresses.successUrl}?from=letter#top`
      const newPayment = paymentOf(await payAsGuest(world.browser(), account, { successUrl }))
      const back = await atBank(world.api).pay(bankPageOf(newPayment))
      expect(back.location).toBe(`${returnAddresses.successUrl}?from=letter&payment=${newPayment.id}#top`)
    })
  })

  describe('sent again', () => {
    const mismatch = {
      status: 422,
      body: { code: problemCodes.idempotencyMismatch, message: expect.any(String) },
    }

    it('with the same key and data are the same payment', async () => {
      const key = newKey()
      const first = paymentOf(await payAsGuest(world.browser(), account, { key }))
      const again = paymentOf(await payAsGuest(world.browser(), account, { key }))
      expect(again).toEqual(first)
      await atBank(world.api).pay(bankPageOf(first))
      world.pass(3 * SECOND)
      const paid = paymentOf(await payAsGuest(world.browser(), account, { key }))
      expect(paid).toMatchObject({ id: first.id, status: 'succeeded', confirmationUrl: null })
      expect(await charged(world, first.id)).toEqual([260_091])
    })

    it.each([
      { amount: 100 },
      { email: 'ivan@mail.example' },
      { successUrl: 'https://portal.example/' },
      { failedUrl: 'https://portal.example/' },
    ])('with the same key and other data (%j) are rejected', async (other) => {
      const key = newKey()
      const first = paymentOf(await payAsGuest(world.browser(), account, { key }))
      expect(await payAsGuest(world.browser(), account, { key, ...other })).toMatchObject(mismatch)
      expect(await stateOf(first.id)).toMatchObject({ amount: 260_091, status: 'pending' })
    })

    it('with the same key for another account are rejected', async () => {
      const key = newKey()
      await payAsGuest(world.browser(), account, { key })
      const other = await addToRegister(world.database.db)
      expect(await payAsGuest(world.browser(), other, { key })).toMatchObject(mismatch)
    })

    it.each([
      { amount: 100 },
      { saveMethod: true },
      { successUrl: 'https://portal.example/' },
      { failedUrl: 'https://portal.example/' },
    ])('by a customer with the same key and other data (%j) are rejected', async (other) => {
      const key = newKey()
      const { browser } = await customerWith(world, account)
      const first = paymentOf(await payAsCustomer(browser, account, { key }))
      expect(await payAsCustomer(browser, account, { key, ...other })).toMatchObject(mismatch)
      expect(await personalStateOf(browser, first.id)).toMatchObject({ amount: 260_091, status: 'pending' })
      await atBank(world.api).pay(bankPageOf(first))
      world.pass(3 * SECOND)
      expect(await personalStateOf(browser, first.id)).toMatchObject({ status: 'succeeded' })
      expect(await methodsOf(browser)).toEqual([])
    })

    it('by a customer with the same key for another account of theirs are rejected', async () => {
      const key = newKey()
      const other = await addToRegister(world.database.db)
      const { browser } = await customerWith(world, account, other)
      await payAsCustomer(browser, account, { key })
      expect(await payAsCustomer(browser, other, { key })).toMatchObject(mismatch)
    })

    it('by a customer with the same key and another method are rejected, and nothing is charged', async () => {
      const { browser, method } = await customerWithCard()
      const owed = await balance(world, account)
      const onPage = newKey()
      const first = paymentOf(await payAsCustomer(browser, account, { key: onPage }))
      const byCard = { key: onPage, paymentMethod: method.id }
      expect(await payAsCustomer(browser, account, byCard)).toMatchObject(mismatch)
      expect(await charged(world, first.id)).toEqual([])
      const charging = newKey()
      const paid = { key: charging, amount: 5_000 }
      paymentOf(await payAsCustomer(browser, account, { ...paid, paymentMethod: method.id, payAnew: true }))
      expect(await payAsCustomer(browser, account, paid)).toMatchObject(mismatch)
      const another = randomUUID()
      expect(await payAsCustomer(browser, account, { ...paid, paymentMethod: another })).toMatchObject(
        mismatch,
      )
      expect(await balance(world, account)).toBe(owed - 5_000)
    })

    it('with a year between are still the same payment', async () => {
      const key = newKey()
      const first = paymentOf(await payAsGuest(world.browser(), account, { key }))
      world.pass(365 * 24 * HOUR)
      const again = paymentOf(await payAsGuest(world.browser(), account, { key }))
      expect(again).toMatchObject({ id: first.id, status: 'canceled' })
    })

    it('with another customer’s key are another payment', async () => {
      const key = newKey()
      const anna = await customerWith(world, account)
      const boris = await customerWith(world, account)
      const ids = [
        paymentOf(await payAsGuest(world.browser(), account, { key })).id,
        paymentOf(await payAsCustomer(anna.browser, account, { key })).id,
        paymentOf(await payAsCustomer(boris.browser, account, { key })).id,
      ]
      expect(new Set(ids).size).toBe(3)
    })

    it.each(['7', 'order:2026/11-7', 'x'.repeat(255)])('may have any key that is sent: %s', async (key) => {
      const newPayment = paymentOf(await payAsGuest(world.browser(), account, { key }))
      expect(paymentOf(await payAsGuest(world.browser(), account, { key })).id).toBe(newPayment.id)
    })

    it('without a valid key are rejected', async () => {
      const body = { account, amount: 100, email: 'olga@mail.example', ...returnAddresses }
      expect((await world.browser().post('/api/v1/pay/', body)).status).toBe(400)
      for (const key of ['', 'x'.repeat(256), 'a key with a space in it']) {
        expect((await payAsGuest(world.browser(), account, { key })).status).toBe(422)
      }
    })
  })

  describe('of customers', () => {
    it('are for accounts of their own', async () => {
      const anna = await customerWith(world, account)
      const other = await addToRegister(world.database.db)
      expect((await payAsCustomer(anna.browser, account)).status).toBe(201)
      expect((await payAsCustomer(anna.browser, other)).status).toBe(404)
      expect((await payAsCustomer(anna.browser, '1')).status).toBe(404)
      expect((await payAsCustomer(world.browser(), account)).status).toBe(401)
    })

    it('name the organisation that is paid', async () => {
      const anna = await customerWith(world, account)
      const { id } = paymentOf(await payAsCustomer(anna.browser, account))
      expect((await personalStateOf(anna.browser, id)).payee).toBe('ООО «УК „Тихий берег“»')
    })

    it('are read only by their own customer, with the whole account number', async () => {
      const anna = await customerWith(world, account)
      const boris = await customerWith(world, account)
      const { id } = paymentOf(await payAsCustomer(anna.browser, account))
      expect(await personalStateOf(anna.browser, id)).toMatchObject({ account, source: 'personal' })
      expect((await boris.browser.get(`/api/v1/personal/pay/${id}`)).status).toBe(404)
      expect((await world.browser().get(`/api/v1/personal/pay/${id}`)).status).toBe(401)
      expect((await world.browser().get(`/api/v1/pay/${id}`)).status).toBe(404)
    })

    it('are limited; repeats and refused ones are not counted', async () => {
      const strict = await openApiWorld(kind, { limits: { paymentsPerCustomer: { max: 2, minutes: 60 } } })
      const own = await addToRegister(strict.database.db)
      const { browser } = await customerWith(strict, own)
      const pay = (more?: Parameters<typeof payAsCustomer>[2]) => payAsCustomer(browser, own, more)
      const key = newKey()
      const repeats = await Promise.all([pay({ key }), pay({ key }), pay({ key })])
      expect(new Set(repeats.map((answer) => paymentOf(answer).id)).size).toBe(1)
      // It may pay the same debt twice.
      for (let refused = 0; refused < 3; refused += 1) expect((await pay()).status).toBe(422)
      expect((await pay({ payAnew: true })).status).toBe(201)
      expect((await pay({ payAnew: true })).status).toBe(429)
      const neighbours = await addToRegister(strict.database.db)
      const neighbour = await customerWith(strict, neighbours)
      expect((await payAsCustomer(neighbour.browser, neighbours)).status).toBe(201)
      await strict.close()
    })

    it('that were never at a gateway are shown as they are recorded', async () => {
      const { id: userId, browser } = await customerWith(world, account)
      const id = randomUUID()
      const moment = world.now().toISOString()
      await world.database.db
        .insertInto('payments')
        .values({
          id,
          account,
          user_id: userId,
          amount: 5_000,
          status: 'succeeded',
          created_at: moment,
          paid_at: moment,
          source: 'personal',
        })
        .execute()
      expect(await personalStateOf(browser, id)).toMatchObject({
        id,
        status: 'succeeded',
        amount: 5_000,
        confirmationUrl: null,
        unanswered: false,
      })
    })

    it('save no card unless asked to', async () => {
      const anna = await customerWith(world, account)
      const newPayment = paymentOf(await payAsCustomer(anna.browser, account))
      await atBank(world.api).pay(bankPageOf(newPayment))
      world.pass(3 * SECOND)
      expect(await personalStateOf(anna.browser, newPayment.id)).toMatchObject({ status: 'succeeded' })
      expect(await methodsOf(anna.browser)).toEqual([])
    })

    it('can be made by a saved card, without the bank’s page', async () => {
      const { browser, method, payment } = await customerWithCard()
      expect(method).toEqual({
        id: expect.any(String),
        kind: 'card',
        title: 'Мир ••\u00a02987',
        expiresAt: '2030-12-31',
      })
      const paid = paymentOf(
        await payAsCustomer(browser, account, {
          amount: 5_000,
          paymentMethod: method.id,
          saveMethod: true,
        }),
      )
      expect(paid).toMatchObject({ status: 'succeeded', amount: 5_000, confirmationUrl: null })
      expect(await charged(world, paid.id)).toEqual([5_000])
      const atTheBank = world.bank.db.selectFrom('sandbox_payments').select('saves_card as savesCard')
      // The card is kept already.
      expect(await atTheBank.where('merchant_payment', '=', paid.id).execute()).toEqual([{ savesCard: 0 }])
      expect(await charged(world, payment.id)).toEqual([260_091])
      expect(await balance(world, account)).toBe(-265_091)
      expect(await methodsOf(browser)).toHaveLength(1)
    })

    it('are never made by another customer’s card', async () => {
      const { method } = await customerWithCard()
      const boris = await customerWith(world, account)
      expect(await methodsOf(boris.browser)).toEqual([])
      expect(await payAsCustomer(boris.browser, account, { paymentMethod: method.id })).toMatchObject({
        status: 422,
        body: { errors: { paymentMethod: [expect.any(String)] } },
      })
      expect(
        (await boris.browser.send('DELETE', `/api/v1/personal/payment-methods/${method.id}`)).status,
      ).toBe(404)
    })
  })

  describe('a saved card', () => {
    it('is unlinked at once and for ever, and its autopayments are told', async () => {
      const { id, browser, method } = await customerWithCard()
      const withdraw = () => browser.send('DELETE', `/api/v1/personal/payment-methods/${method.id}`)
      expect((await withdraw()).status).toBe(204)
      expect(unlinked).toEqual([{ userId: id, methodId: method.id, at: world.now().toISOString() }])
      expect(await methodsOf(browser)).toEqual([])
      expect((await payAsCustomer(browser, account, { paymentMethod: method.id })).status).toBe(422)
      expect((await withdraw()).status).toBe(404)
      expect(unlinked).toHaveLength(1)
    })

    it('can’t be used by a guest', async () => {
      const { method } = await customerWithCard(paidCard)
      expect((await world.browser().get('/api/v1/personal/payment-methods/')).status).toBe(401)
      const remove = world.browser().send('DELETE', `/api/v1/personal/payment-methods/${method.id}`)
      expect((await remove).status).toBe(401)
    })
  })
})
