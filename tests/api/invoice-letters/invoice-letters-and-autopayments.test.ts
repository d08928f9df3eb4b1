import { writeAboutInvoicesStep } from 'api/invoice-letters'
import { beforeEach, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { openApiWorld } from '../support/api-world'
import {
  changeAutopayment,
  customerWithAutopayment,
  goTo,
  issueInvoice,
  monthly,
} from '../support/autopayments-world'
import { addToRegister, giveAccount } from '../support/billing-register'
import { refundChargeAtBank } from '../support/refunds-world'

const path = '/api/v1/personal/invoice-letters/'
const ten = 10 * 60

// The world begins on 2 March 2026. An invoice is issued on the 3rd, and due on the 17th.
describeOnEachDatabase('letters about invoices that an autopayment pays', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  let account: string
  /** Customers of earlier tests go on getting theirs. */
  let email: string
  beforeEach(async () => {
    await world.startAgain()
    account = await addToRegister(world.database.db)
  })

  const customer = async (form: object) => {
    const signedIn = await customerWithAutopayment(world, account, { ...form })
    expect((await signedIn.browser.post(path, { on: true })).status).toBe(204)
    email = `${signedIn.id}@example.ru`
    await world.letters()
    return signedIn
  }
  /** The letters of a day, of autopayments too. */
  const lettersOn = async (day: string) => {
    await goTo(world, day, ten)
    return lettersAboutInvoices()
  }
  const lettersAboutInvoices = async () => {
    const { payments } = world.wired
    await writeAboutInvoicesStep({
      database: world.database,
      payments,
      site: world.config,
      clock: world.now,
    }).run(() => {})
    const own = (await world.letters()).filter(({ to }) => to === email)
    return own.map(({ kind: of, text }) => ({ of, text: text.replaceAll('\u00a0', ' ') }))
  }
  const kindsOn = async (day: string) => (await lettersOn(day)).map(({ of }) => of)
  /** By night. */
  const isIssued = async (sum: number, of = account) => {
    await goTo(world, '2026-03-03', 4 * 60)
    await issueInvoice(world, of, '2026-02', sum)
  }

  test('by each invoice: its warning says all of it, and there is no second letter', async () => {
    await customer({ rule: 'invoice', limit: 1_000_000 })
    await isIssued(300_000)
    expect(await kindsOn('2026-03-03')).toEqual(['autopayment-warning'])
    expect(await kindsOn('2026-03-04')).toEqual(['payment-receipt'])
    expect(await kindsOn('2026-03-14')).toEqual([])
  })

  test('by each invoice: beside another new invoice, the letter says how it is paid', async () => {
    const { id } = await customer({ rule: 'invoice', limit: 1_000_000 })
    const other = await addToRegister(world.database.db)
    await giveAccount(world, id, other)
    await isIssued(300_000)
    await issueInvoice(world, other, '2026-02', 100_000)
    const letters = await lettersOn('2026-03-03')
    expect(letters.map(({ of }) => of).toSorted()).toEqual(['autopayment-warning', 'invoice-new'])
    const text = letters.find(({ of }) => of === 'invoice-new')?.text ?? ''
    expect(text).toMatch(/Спишем автоплатежом 4 марта с карты Мир •• 2987\. Платить самим не нужно\./)
    expect(text).toContain(`/personal/pay?account=${other}\n`)
    expect(text).not.toContain(`/personal/pay?account=${account}\n`)
  })

  test('by each invoice, over its limit: the customer pays, and is told so', async () => {
    await customer({ rule: 'invoice', limit: 200_000 })
    await isIssued(300_000)
    const letters = await lettersOn('2026-03-03')
    expect(letters.map(({ of }) => of)).toEqual(['autopayment-over-limit', 'invoice-new'])
    expect(letters[1]?.text).toContain(`/personal/pay?account=${account}\n`)
    expect(letters[1]?.text).not.toContain('автоплатежом')
  })

  test('by each invoice, after a refund that is owed again: the customer pays it, and is told so', async () => {
    await customer({ rule: 'invoice', limit: 1_000_000 })
    await isIssued(80_000)
    await lettersOn('2026-03-03')
    await lettersOn('2026-03-04')
    await refundChargeAtBank(world, account, 80_000)
    await lettersOn('2026-03-31')
    await goTo(world, '2026-04-01', ten)
    await issueInvoice(world, account, '2026-03', 30_000)
    // Before the autopayment has warned of its 300 rubles.
    const [letter, ...others] = await lettersAboutInvoices()
    expect(others).toEqual([])
    expect(letter?.of).toBe('invoice-new')
    expect(letter?.text).toContain('1 100,00 ₽')
    expect(letter?.text).toContain(`/personal/pay?account=${account}\n`)
    expect(letter?.text).not.toContain('автоплатежом')
  })

  test('every month, before the due day: the letter says when instead of a button, and nobody is reminded', async () => {
    await customer({ ...monthly, amount: 300_000 })
    await isIssued(300_000)
    const [letter, ...others] = await lettersOn('2026-03-03')
    expect(others).toEqual([])
    expect(letter?.text).toContain(
      'Спишем автоплатежом 15 марта с карты Мир •• 2987. Платить самим не нужно.',
    )
    expect(letter?.text).not.toContain('/personal/pay?')
    expect(await kindsOn('2026-03-14')).toEqual(['autopayment-warning'])
  })

  test.each([
    ['too little for the invoice', { ...monthly, amount: 200_000 }],
    ['after the due day', { ...monthly, day: 20, amount: 300_000 }],
  ])('every month, %s: the customer pays, and is reminded', async (_, form) => {
    await customer(form)
    await isIssued(300_000)
    const [letter] = await lettersOn('2026-03-03')
    expect(letter?.of).toBe('invoice-new')
    expect(letter?.text).toContain(`/personal/pay?account=${account}\n`)
    expect(letter?.text).not.toContain('автоплатежом')
    expect(await kindsOn('2026-03-14')).toContain('invoice-due')
  })

  test('which was paused before: the customer pays', async () => {
    const { browser, autopayment } = await customer({ rule: 'invoice', limit: 1_000_000 })
    await changeAutopayment(browser, autopayment.id, { status: 'paused' })
    await isIssued(300_000)
    const letters = await lettersOn('2026-03-03')
    expect(letters.map(({ of }) => of)).toEqual(['invoice-new'])
    expect(letters[0]?.text).toContain(`/personal/pay?account=${account}\n`)
  })

  test('which is paused meanwhile: the customer is reminded', async () => {
    const { browser, autopayment } = await customer({ rule: 'invoice', limit: 1_000_000 })
    await isIssued(300_000)
    expect(await kindsOn('2026-03-03')).toEqual(['autopayment-warning'])
    await changeAutopayment(browser, autopayment.id, { status: 'paused' })
    expect(await kindsOn('2026-03-13')).toEqual([])
    expect(await kindsOn('2026-03-14')).toEqual(['invoice-due'])
    expect(await kindsOn('2026-03-15')).toEqual([])
  })
})
