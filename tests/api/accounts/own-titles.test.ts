import { randomUUID } from 'node:crypto'
import { writeAboutInvoicesStep } from 'api/invoice-letters'
import { remindOfReadingsStep } from 'api/readings'
import { accountAnswer } from 'contract/accounts'
import { invoiceAnswer } from 'contract/invoices'
import { calendarAnswer, newCalendarLinkAnswer } from 'contract/reminders'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type Browser, type MailedLetter, openApiWorld } from '../support/api-world'
import { customerWithAutopayment, goTo, issueInvoice, theAutopayment } from '../support/autopayments-world'
import { addMeter, addToRegister, customerWith, newCustomer } from '../support/billing-register'
import { readingOperatorOf, why } from '../support/operator'
import { runJobs } from '../support/payments-world'
import { paidBy, refundAtBank } from '../support/refunds-world'

const mothers = 'Мамина «старая» квартира'
const mothersInLetters = '(«Мамина „старая“ квартира»)'
const flat = 'Сдаём с 2024'

// The world begins on 2 March 2026, at noon in Moscow.
describeOnEachDatabase('names that customers give their accounts', (kind) => {
  const world = openForTests(() => openApiWorld(kind, { env: { READINGS_WINDOW: '1-25' } }))
  let account: string
  let anna: Customer
  let pyotr: Customer

  interface Customer {
    id: string
    browser: Browser
  }
  beforeEach(async () => {
    await world.startAgain()
    world.logged.length = 0
    account = await addToRegister(world.database.db)
    anna = await customerWith(world, account)
    pyotr = await customerWith(world, account)
    await rename(anna, mothers)
    await rename(pyotr, flat)
    await world.letters()
  })

  const rename = async ({ browser }: Customer, title: string | null) => {
    const { status, body } = await browser.patch(`/api/v1/personal/account/${account}`, { title })
    expect(status).toBe(200)
    return accountAnswer.parse(body).data
  }
  const operator = (...typed: [string, ...string[]]) => readingOperatorOf(world)(...typed)
  const to = ({ id }: Customer, letters: readonly MailedLetter[]) =>
    letters.filter((letter) => letter.to === `${id}@example.ru`)
  /** That these letters, at least one, name the account in these words and not as another customer does. */
  const expectNamed = (letters: readonly MailedLetter[], words: string) => {
    expect(letters).not.toEqual([])
    for (const { text, kind: letter } of letters) {
      expect(text, letter).toContain(`${account.slice(-4)} ${words}`)
      expect(text, letter).not.toContain(words === mothersInLetters ? flat : 'Мамина')
    }
  }
  const kindsOf = (letters: readonly MailedLetter[]) => letters.map((letter) => letter.kind).sort()

  describe('in letters', () => {
    it('stand beside the number in those about their own payments and refunds', async () => {
      const { bankId } = await paidBy(world, anna.browser, account)
      await refundAtBank(world, bankId, '500,00')
      await runJobs(world.wired)
      const letters = await world.letters()
      expect(kindsOf(letters)).toEqual(['payment-receipt', 'refund'])
      expectNamed(to(anna, letters), mothersInLetters)
      await paidBy(world, pyotr.browser, account)
      expectNamed(await world.letters(), `(«${flat}»)`)
    })

    it('do not stand in those to guests, nor in those to customers who have given none', async () => {
      const { bankId } = await paidBy(world, world.browser(), account, { asGuest: true })
      await refundAtBank(world, bankId, '500,00')
      await runJobs(world.wired)
      await rename(pyotr, null)
      await paidBy(world, pyotr.browser, account)
      const letters = await world.letters()
      expect(kindsOf(letters)).toEqual(['payment-receipt', 'payment-receipt', 'refund'])
      for (const { text } of letters) {
        expect(text).toMatch(new RegExp(`${account.slice(-4)}(?! \\(«)`))
        expect(text).not.toMatch(/Мамина|Сдаём/)
      }
    })

    it('stand in those about new invoices and about readings', async () => {
      const meter = await addMeter(world.database.db, account)
      for (const path of ['invoice-letters', 'reading-reminder'])
        expect((await anna.browser.post(`/api/v1/personal/${path}/`, { on: true })).status).toBe(204)
      await goTo(world, '2026-03-22', 9 * 60)
      await issueInvoice(world, account, '2026-02', 432_150)
      world.pass(2 * 60 * 60_000)
      const { database, config: site, now: clock } = world
      await writeAboutInvoicesStep({ database, payments: world.wired.payments, site, clock }).run(() => {})
      await remindOfReadingsStep({ database, site, clock }).run(() => {})
      const readings = [{ meter, values: { t1: '12' } }]
      const answer = await anna.browser.post(
        `/api/v1/personal/readings/${account}`,
        { readings },
        randomUUID(),
      )
      expect(answer.status, answer.text).toBe(201)
      const letters = await world.letters()
      expect(kindsOf(letters)).toEqual(['invoice-new', 'readings-accepted', 'readings-reminder'])
      expectNamed(letters, mothersInLetters)
    })

    it('stand in those of an autopayment, and in the one that says that the account is gone with it', async () => {
      account = await addToRegister(world.database.db)
      const payer = await customerWithAutopayment(world, account)
      await rename(payer, mothers)
      await world.letters()
      await issueInvoice(world, account, '2026-02', 432_150)
      await goTo(world, '2026-03-12', 12 * 60)
      expect(kindsOf(await lettersOf('autopayment-warning'))).toEqual(['autopayment-warning'])
      expectNamed(await lettersOf('autopayment-warning'), mothersInLetters)
      const answer = await payer.browser.send('DELETE', `/api/v1/personal/delete-account/${account}`)
      expect(answer.status).toBe(204)
      expect((await theAutopayment(payer.browser)).status).toBe('paused')
      expectNamed(await lettersOf('autopayment-stopped'), mothersInLetters)
    })

    it('stand as each customer has given them when the account is added elsewhere, and when access ends', async () => {
      const printed = await operator('issue-access-codes', account, '--keep-access', ...why)
      const proof = /;(\d{8})/.exec(printed)?.[1]
      const vera = await newCustomer(world)
      const answer = await vera.browser.post('/api/v1/personal/add-account/', { account, proof })
      expect(answer.status, answer.text).toBe(201)
      const notices = await world.letters()
      expect(kindsOf(notices)).toEqual(['account-added', 'account-added'])
      expectNamed(to(anna, notices), mothersInLetters)
      expectNamed(to(pyotr, notices), `(«${flat}»)`)
      await operator('remove-account', account, '--all', ...why)
      const goodbyes = await world.letters()
      expect(goodbyes).toHaveLength(3)
      expectNamed(to(anna, goodbyes), mothersInLetters)
      expectNamed(to(pyotr, goodbyes), `(«${flat}»)`)
      expect(to(vera, goodbyes)[0]?.text).not.toMatch(/Мамина|Сдаём|\(«/)
    })
  })

  it('stand in the calendar of their own customer alone, and in their copy of what is kept', async () => {
    await issueInvoice(world, account, '2026-02', 432_150)
    const calendarOf = async ({ browser }: Customer) => {
      const { body } = await browser.post('/api/v1/personal/calendar-link/')
      const { token } = newCalendarLinkAnswer.parse(body).data
      return calendarAnswer.parse((await world.browser().get(`/api/v1/calendar/${token}`)).body).data
    }
    expect(await calendarOf(anna)).toMatchObject([{ kind: 'due', title: mothers }])
    expect(await calendarOf(pyotr)).toMatchObject([{ kind: 'due', title: flat }])
    await rename(anna, null)
    expect((await calendarOf(anna))[0]).not.toHaveProperty('title')
    const copy = (await pyotr.browser.get('/api/v1/users/export/')).text
    expect(copy).toContain(flat)
    expect(copy).not.toContain('Мамина')
  })

  it('do not stand in a bill, which has the company’s address', async () => {
    await issueInvoice(world, account, '2026-02', 432_150)
    const { body, text } = await anna.browser.post(`/api/v1/personal/invoice/${account}`, {})
    expect(invoiceAnswer.parse(body).data?.address).toBe('г. Тихобережск, ул. Зелёная, д. 14, кв. 31')
    expect(text).not.toContain('Мамина')
  })

  it('are seen by no operator and stand in no log', async () => {
    await paidBy(world, anna.browser, account)
    const printed = [
      await operator('find', account),
      await operator('find', account, '--show', ...why),
      await operator('find', `${anna.id}@example.ru`, '--show', ...why),
      await operator('remove-account', account, '--all', ...why),
    ]
    const entries = await world.database.db.selectFrom('operator_log').selectAll().execute()
    expect(entries).not.toEqual([])
    expect(world.logged).not.toEqual([])
    for (const words of [mothers, 'Мамина', flat])
      expect(JSON.stringify([printed, entries, world.logged])).not.toContain(words)
  })

  /** The letters of one kind that wait or were sent, whether they were read here or not. */
  const lettersOf = async (letter: string): Promise<MailedLetter[]> =>
    (await world.database.db.selectFrom('outbox').selectAll().where('kind', '=', letter).execute()).map(
      ({ recipient, subject, text }) => ({ to: recipient, kind: letter, subject, text }),
    )
})
