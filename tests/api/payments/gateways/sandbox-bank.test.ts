import { cardDeclines, testCards } from 'api/payments/gateways/sandbox/test-cards'
import { toKopecks } from 'contract/money'
import { HOUR, SECOND } from 'format/durations'
import { HtmlValidate } from 'html-validate'
import { parse } from 'node-html-parser'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openForTests } from '../../../support/open-for-tests'
import { openApiWorld } from '../../support/api-world'
import { addToRegister, customerWith } from '../../support/billing-register'
import { faultyGateway } from '../../support/faulty-gateway'
import { recordOf } from '../../support/payment-records'
import {
  atBank,
  balance,
  bankPageOf,
  charged,
  confirmedCard,
  mirCard,
  newKey,
  paidCard,
  payAsCustomer,
  payAsGuest,
  paymentOf,
  returnAddresses,
  runJobs,
  savedMethodsOf,
} from '../../support/payments-world'

/** From YooKassa's list of test cards, by hand. */
const FATES: readonly (readonly [string, string | null])[] = [
  ['5555555555554444', null],
  ['2202474301322987', null],
  ['5555555555554600', 'insufficient_funds'],
  ['5555555555554543', 'card_expired'],
  ['5555555555554592', '3d_secure_failed'],
  ['5555555555554535', 'call_issuer'],
  ['5555555555554527', 'general_decline'],
  ['5555555555554568', 'fraud_suspected'],
  ['5555555555554618', 'invalid_card_number'],
  ['5555555555554626', 'invalid_csc'],
  ['5555555555554501', 'issuer_unavailable'],
  ['5555555555554576', 'payment_method_limit_exceeded'],
  ['5555555555554550', 'payment_method_restricted'],
]

describe('the test bank', () => {
  const gateway = faultyGateway()
  const world = openForTests(() => openApiWorld('sqlite', { aroundGateway: gateway.around }))
  let account: string
  let bank: ReturnType<typeof atBank>

  beforeAll(async () => {
    bank = atBank(world.api)
  })
  beforeEach(async () => {
    world.pass(2 * HOUR)
    gateway.reset()
    account = await addToRegister(world.database.db)
  })

  const beginPayment = async () => {
    const payment = paymentOf(await payAsGuest(world.browser(), account))
    return { id: payment.id, page: bankPageOf(payment) }
  }
  const stateOf = async (id: string) => {
    world.pass(3 * SECOND)
    return paymentOf(await world.browser().get(`/api/v1/pay/${id}`))
  }
  const bySuccess = (id: string) => `${returnAddresses.successUrl}?payment=${id}`
  const byFailure = (id: string) => `${returnAddresses.failedUrl}?payment=${id}`

  describe('answers to the test cards:', () => {
    it.each(FATES)('%s: %s', async (number, reason) => {
      const { id, page } = await beginPayment()
      const back = await bank.pay(page, number)
      expect(back).toMatchObject({ status: 303, location: reason ? byFailure(id) : bySuccess(id) })
      expect(await stateOf(id)).toMatchObject(
        reason ? { status: 'canceled', cancelReason: reason } : { status: 'succeeded', cancelReason: null },
      )
      expect(await charged(world, id)).toHaveLength(reason ? 0 : 1)
    })

    it('all cards are known, and every reason has a card', () => {
      const known = testCards.map(({ number }) => number).sort()
      expect(known).toEqual([...FATES.map(([number]) => number), confirmedCard].sort())
      expect(FATES.flatMap(([, reason]) => reason ?? [])).toEqual([...cardDeclines])
    })

    it('each card has a button', async () => {
      const { id, page } = await beginPayment()
      expect((await bank.press(page, { card: mirCard })).location).toBe(bySuccess(id))
    })
  })

  describe('asks once more (3-D Secure)', () => {
    it('and charges when the payer confirms', async () => {
      const { id, page } = await beginPayment()
      const answer = await bank.pay(page, confirmedCard)
      expect(answer).toMatchObject({ status: 303, location: `${page}/confirm` })
      expect(await charged(world, id)).toEqual([])
      expect(await stateOf(id)).toMatchObject({ status: 'pending' })
      expect((await bank.open(`${page}/confirm`)).html).toContain('Это вы платите 2\u00a0600,91\u00a0₽?')
      const back = await bank.press(`${page}/confirm`, { step: 'confirm' })
      expect(back.location).toBe(bySuccess(id))
      expect(await charged(world, id)).toEqual([260_091])
    })

    it('and charges nothing when the payer declines', async () => {
      const { id, page } = await beginPayment()
      await bank.pay(page, confirmedCard)
      expect((await bank.press(`${page}/confirm`, { step: 'decline' })).location).toBe(byFailure(id))
      expect(await stateOf(id)).toMatchObject({ status: 'canceled', cancelReason: '3d_secure_failed' })
    })

    it('only when a card was typed: before that it leads to where one is asked for', async () => {
      const { id, page } = await beginPayment()
      const question = `${page}/confirm`
      const answers = [
        await bank.open(question),
        await bank.press(question, { step: 'confirm' }),
        await bank.press(question, { step: 'decline' }),
      ]
      for (const answer of answers) expect(answer).toMatchObject({ status: 303, location: page })
      expect(await charged(world, id)).toEqual([])
      expect(await stateOf(id)).toMatchObject({ status: 'pending' })
      expect((await bank.pay(page)).location).toBe(bySuccess(id))
    })
  })

  it('charges once, however often the button is pressed', async () => {
    const { id, page } = await beginPayment()
    await Promise.all(Array.from({ length: 20 }, () => bank.pay(page)))
    expect(await charged(world, id)).toEqual([260_091])
    expect((await bank.pay(page, mirCard)).status).toBe(409)
    expect((await bank.open(page)).html).toContain('Этот платёж уже прошёл')
  })

  it('lets a payer give up', async () => {
    const { id, page } = await beginPayment()
    expect((await bank.press(page, { step: 'give-up' })).location).toBe(byFailure(id))
    expect(await stateOf(id)).toMatchObject({ status: 'canceled', cancelReason: 'expired_on_confirmation' })
    expect((await bank.pay(page)).status).toBe(409)
    expect(await charged(world, id)).toEqual([])
  })

  it('waits for the payer for an hour', async () => {
    const { id, page } = await beginPayment()
    world.pass(HOUR)
    expect((await bank.pay(page)).status).toBe(409)
    expect(await stateOf(id)).toMatchObject({ status: 'canceled', cancelReason: 'expired_on_confirmation' })
  })

  describe('says what is wrong with a card, at its field:', () => {
    it.each([
      ['number', { number: '' }],
      ['number', { number: '4111 1111 1111 1111' }],
      ['expires', { expires: '' }],
      ['expires', { expires: '13/30' }],
      ['expires', { expires: '01/20' }],
      ['csc', { csc: '' }],
      ['csc', { csc: '12a' }],
    ])('%s of %j', async (field, typed) => {
      const { id, page } = await beginPayment()
      const answer = await bank.press(page, { number: paidCard, expires: '12/30', csc: '123', ...typed })
      expect(answer.status).toBe(400)
      const document = parse(answer.html)
      expect(document.querySelector('title')?.text).toMatch(/^Ошибка: /)
      expect(document.querySelector(`.errors a[href="#${field}"]`)?.text).not.toBe('')
      const input = document.querySelector(`#${field}`)
      expect(input?.getAttribute('aria-invalid')).toBe('true')
      expect(
        document.querySelector(`#${input?.getAttribute('aria-describedby')?.split(' ').at(-1)}`)?.text,
      ).toBe(document.querySelector(`.errors a[href="#${field}"]`)?.text)
      expect(document.querySelector('#csc')?.getAttribute('value')).toBe('')
      expect(await charged(world, id)).toEqual([])
    })

    it.each(['5555 5555 5555 4444', '5555-5555-5555-4444', ' 5555555555554444 '])(
      'nothing with %j, however it is spaced',
      async (number) => {
        const { id, page } = await beginPayment()
        expect((await bank.pay(page, number, { expires: '12 / 2030' })).location).toBe(bySuccess(id))
      },
    )
  })

  describe('fails as the scenario says:', () => {
    const afterWebhooks = async (id: string) => {
      await runJobs(world.wired)
      return (await recordOf(world, id)).status
    }
    const pendingWebhooks = async () =>
      (await world.database.db.selectFrom('sandbox_webhooks').select('id').execute()).length

    it('late webhooks', async () => {
      const { id, page } = await beginPayment()
      world.pass(2 * SECOND)
      await bank.pay(page, paidCard, { webhooks: 'late' })
      expect(await afterWebhooks(id)).toBe('pending')
      world.pass(21 * SECOND)
      expect(await afterWebhooks(id)).toBe('succeeded')
    })

    it.each([
      ['doubled', 3],
      ['disordered', 3],
      ['never', 0],
    ])('%s webhooks: %i of them, one effect', async (webhooks, sent) => {
      await runJobs(world.wired)
      const { id, page } = await beginPayment()
      world.pass(2 * SECOND)
      const before = await pendingWebhooks()
      await bank.pay(page, paidCard, { webhooks })
      expect(await pendingWebhooks()).toBe(before + sent)
      for (let second = 0; second < 10; second += 1) {
        world.pass(SECOND)
        await afterWebhooks(id)
      }
      expect(await afterWebhooks(id)).toBe('succeeded')
      expect(await balance(world, account)).toBe(-260_091)
    })

    it('an error 500 after the money was taken', async () => {
      const { id, page } = await beginPayment()
      const broken = await bank.pay(page, paidCard, { breaks: 'on' })
      expect(broken).toMatchObject({ status: 500, location: null })
      expect(await charged(world, id)).toEqual([260_091])
      expect(await stateOf(id)).toMatchObject({ status: 'succeeded' })
    })

    describe('later charges of a saved card', () => {
      const chargedLater = async (later: string) => {
        const { browser } = await customerWith(world, account)
        const bound = paymentOf(await payAsCustomer(browser, account, { saveMethod: true, amount: 100 }))
        expect((await bank.open(bankPageOf(bound))).html).toContain('Следующие списания')
        await bank.pay(bankPageOf(bound), mirCard, { later })
        world.pass(3 * SECOND)
        await browser.get(`/api/v1/personal/pay/${bound.id}`)
        const [card] = await savedMethodsOf(browser)
        return paymentOf(await payAsCustomer(browser, account, { paymentMethod: card?.id, amount: 5_000 }))
      }

      it.each(['permission_revoked', 'insufficient_funds'])('that end with %s', async (reason) => {
        expect(await chargedLater(reason)).toMatchObject({ status: 'canceled', cancelReason: reason })
        expect(await balance(world, account)).toBe(-100)
      })

      it('that end with an error 500, though the money was taken', async () => {
        const { id, status } = await chargedLater('breaks')
        expect(status).toBe('pending')
        expect(await charged(world, id)).toEqual([5_000])
        world.pass(10 * SECOND)
        await runJobs(world.wired)
        expect(await balance(world, account)).toBe(-5_100)
      })
    })

    it('declines an expired saved card', async () => {
      const { browser } = await customerWith(world, account)
      const bound = paymentOf(await payAsCustomer(browser, account, { saveMethod: true, amount: 100 }))
      const [month = '', year = ''] = [
        String(world.now().getUTCMonth() + 1),
        String(world.now().getUTCFullYear() % 100),
      ]
      await bank.pay(bankPageOf(bound), mirCard, { expires: `${month.padStart(2, '0')}/${year}` })
      world.pass(3 * SECOND)
      await browser.get(`/api/v1/personal/pay/${bound.id}`)
      const [card] = await savedMethodsOf(browser)
      // A session is valid for thirty days after its last use.
      for (let day = 0; day < 32; day += 16) {
        world.pass(16 * 24 * HOUR)
        await browser.get('/api/v1/personal/payment-methods/')
      }
      const charge = paymentOf(await payAsCustomer(browser, account, { paymentMethod: card?.id }))
      expect(charge).toMatchObject({
        status: 'canceled',
        cancelReason: 'card_expired',
      })
    })
  })

  it('remembers a key for a day; after that the key makes a new payment', async () => {
    const { gateway: own } = world.wired.payments
    const request = {
      paymentId: newKey(),
      account,
      amount: toKopecks(100),
      email: 'olga@mail.example',
      period: '2026-10',
      payee: {
        name: 'ООО «УК»',
        inn: '5099001232',
        bankName: 'Банк',
        bic: '044599871',
        correspondentAccount: '30101810800000000871',
        settlementAccount: '40702810220000001234',
      },
      returnTo: null,
      saveMethod: false,
      savedMethod: null,
    }
    const idOf = async (paymentRequest: typeof request, key: string) => {
      const answer = await own.create(own.creationBody(paymentRequest), key)
      return answer.kind === 'payment' ? answer.payment.id : answer.kind
    }
    const key = newKey()
    const first = await idOf(request, key)
    world.pass(23 * HOUR)
    expect(await idOf(request, key)).toBe(first)
    expect(await idOf({ ...request, amount: toKopecks(200) }, key)).toBe('refused')
    world.pass(2 * HOUR)
    expect(await idOf(request, key)).not.toBe(first)
    expect(await own.get('nothing')).toEqual({ kind: 'refused', code: 'not_found' })
  })

  describe('has pages that', () => {
    const pages = async () => {
      const { page } = await beginPayment()
      const confirmed = await beginPayment()
      await bank.pay(confirmed.page, confirmedCard)
      const declined = await beginPayment()
      await bank.pay(declined.page, '5555555555554600')
      const broken = await beginPayment()
      const { id } = await beginPayment()
      return {
        card: await bank.open(page),
        wrong: await bank.press(page, { number: '"><script>alert(1)</script>' }),
        question: await bank.open(`${confirmed.page}/confirm`),
        over: await bank.open(declined.page),
        broken: await bank.pay(broken.page, paidCard, { breaks: 'on' }),
        receipt: await bank.open(broken.page.replace('/pay/', '/receipt/')),
        missing: await bank.open(page.replace(/[^/]+$/, id)),
        elsewhere: await bank.open(page.replace(/pay\/.*/, 'admin')),
      }
    }

    it('are valid HTML in Russian, say that it is a test, and have no scripts', async () => {
      const validate = new HtmlValidate({ extends: ['html-validate:standard', 'html-validate:a11y'] })
      for (const [name, { html }] of Object.entries(await pages())) {
        const report = await validate.validateString(html)
        expect(
          report.results.flatMap(({ messages }) => messages.map(({ message }) => `${name}: ${message}`)),
        ).toEqual([])
        const document = parse(html)
        expect(document.querySelector('html')?.getAttribute('lang')).toBe('ru')
        expect(document.querySelector('header')?.text).toContain('Настоящих денег здесь нет')
        expect(document.querySelectorAll('h1')).toHaveLength(1)
        expect(document.querySelectorAll('script, [style], [onclick]')).toEqual([])
      }
    })

    it('allow only their own style, and forms that lead back to the site', async () => {
      for (const { headers } of Object.values(await pages())) {
        expect(headers.get('content-security-policy')).toBe(
          "default-src 'none'; style-src 'self'; img-src data:; form-action 'self' https://portal.example; base-uri 'none'; frame-ancestors 'none'",
        )
        expect(headers.get('cache-control')).toBe('no-store')
      }
    })

    it('have a style sheet', async () => {
      const { page } = await beginPayment()
      const href = parse((await bank.open(page)).html)
        .querySelector('link[rel=stylesheet]')
        ?.getAttribute('href')
      const sheet = await bank.open(new URL(href ?? '', page).href)
      expect(sheet).toMatchObject({ status: 200 })
      expect(sheet.headers.get('content-type')).toBe('text/css; charset=utf-8')
    })

    it('never show a whole e-mail or card', async () => {
      for (const { html } of Object.values(await pages())) expect(html).not.toContain('olga@mail.example')
    })

    it('reject too large forms', async () => {
      const { page } = await beginPayment()
      expect((await bank.press(page, { number: 'x'.repeat(70_000) })).status).toBe(413)
    })
  })
})
