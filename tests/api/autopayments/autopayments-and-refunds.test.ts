import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { openApiWorld } from '../support/api-world'
import {
  chargesOf,
  customerWithAutopayment,
  goTo,
  issueInvoice,
  monthly,
  runsOf,
} from '../support/autopayments-world'
import { addToRegister } from '../support/billing-register'
import { operatorOf } from '../support/operator'
import { balance, payAsCustomer, paymentOf, savedMethodsOf } from '../support/payments-world'
import { paidBy, refundAtBank, refundChargeAtBank } from '../support/refunds-world'

describeOnEachDatabase('an autopayment whose charge was refunded', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  let account: string
  beforeEach(async () => {
    await world.startAgain()
    account = await addToRegister(world.database.db)
  })

  /** By invoice; 80 000 kopecks are charged on 4 March and refunded that day. */
  const chargedAndGivenBack = async () => {
    const customer = await customerWithAutopayment(world, account)
    await issueInvoice(world, account, '2026-02', 80_000)
    await goTo(world, '2026-03-03', 60)
    await goTo(world, '2026-03-04', 10 * 60)
    expect(await chargesOf(world, account)).toEqual([100, 80_000])
    await refundChargeAtBank(world, account, 80_000)
    await goTo(world, '2026-03-04', 11 * 60)
    expect(await balance(world, account)).toBe(80_000)
    return customer
  }
  const nextInvoice = async (charged: number) => {
    await goTo(world, '2026-04-01', 60)
    await issueInvoice(world, account, '2026-03', charged)
    await goTo(world, '2026-04-01', 120)
    await goTo(world, '2026-04-03', 10 * 60)
  }

  it('is not charged again for that month', async () => {
    await chargedAndGivenBack()
    for (const day of ['2026-03-05', '2026-03-06', '2026-03-20']) await goTo(world, day, 10 * 60)
    expect(await chargesOf(world, account)).toEqual([100, 80_000])
  })

  it('charges only the new part of the next invoice', async () => {
    const { browser, autopayment } = await chargedAndGivenBack()
    await nextInvoice(30_000)
    expect(await chargesOf(world, account)).toEqual([100, 80_000, 30_000])
    expect(await balance(world, account)).toBe(80_000)
    expect((await runsOf(browser, autopayment.id))[0]).toMatchObject({ outcome: 'charged', amount: 30_000 })
  })

  it('gives the reason for charging nothing when nothing else is owed', async () => {
    const { browser, autopayment } = await chargedAndGivenBack()
    await nextInvoice(0)
    expect(await chargesOf(world, account)).toEqual([100, 80_000])
    const [run] = await runsOf(browser, autopayment.id)
    expect(run).toMatchObject({ outcome: 'skipped', reason: expect.stringContaining('вам вернули') })
  })

  /** What the import of a file of the company's books says of it is not looked at. */
  const imported = async (what: string, ...lines: string[]) => {
    const file = join(world.fresh.dataDir, `${what}.csv`)
    writeFileSync(file, `${lines.join('\n')}\n`)
    await operatorOf(world)('import', what, file, '--apply', '--confirmed')
  }
  const charges = 'account,period,issued,due,service,charged,recalculation'

  it.each([
    ['all of the refunded charge: it is charged in full', '800,-800', 80_000, 0],
    ['a part of the refunded charge: only the rest is left out', '300,-500', 30_000, 30_000],
  ])('when the next invoice takes back %s', async (_, amounts, charged, left) => {
    await chargedAndGivenBack()
    await goTo(world, '2026-04-01', 60)
    await imported('charges', charges, `${account},2026-03,2026-04-01,2026-04-15,Вода,${amounts}`)
    await goTo(world, '2026-04-01', 120)
    await goTo(world, '2026-04-03', 10 * 60)
    expect(await chargesOf(world, account)).toEqual([100, 80_000, charged])
    expect(await balance(world, account)).toBe(left)
  })

  it('charges the next invoice in full when the company’s books no longer have the refunded debt', async () => {
    await chargedAndGivenBack()
    await goTo(world, '2026-03-06', 60)
    await imported('balances', 'account,day,balance', `${account},2026-03-06,0`)
    await nextInvoice(30_000)
    expect(await chargesOf(world, account)).toEqual([100, 80_000, 30_000])
    expect(await balance(world, account)).toBe(0)
  })

  it('says of a rest of some kopecks beside the refunded debt that it is too little', async () => {
    const { browser, autopayment } = await chargedAndGivenBack()
    await nextInvoice(50)
    expect(await chargesOf(world, account)).toEqual([100, 80_000])
    expect((await runsOf(browser, autopayment.id))[0]).toMatchObject({
      outcome: 'skipped',
      reason: 'К списанию меньше 1\u00a0₽: такие суммы банк не принимает.',
    })
  })

  it('charges the whole next invoice after the customer has paid the refunded amount', async () => {
    const { browser } = await chargedAndGivenBack()
    const [card] = await savedMethodsOf(browser)
    world.pass(60_000)
    paymentOf(await payAsCustomer(browser, account, { amount: 80_000, paymentMethod: card?.id }))
    await goTo(world, '2026-03-05', 60)
    await nextInvoice(30_000)
    expect(await chargesOf(world, account)).toEqual([100, 80_000, 80_000, 30_000])
    expect(await balance(world, account)).toBe(0)
  })

  describe('where the account was overpaid', () => {
    /** By invoice; 80 000 kopecks are charged on 4 March, and a guest pays as well. */
    const chargedAndPaidByGuest = async (guestPays: number) => {
      const customer = await customerWithAutopayment(world, account)
      await issueInvoice(world, account, '2026-02', 80_000)
      await goTo(world, '2026-03-03', 60)
      await goTo(world, '2026-03-04', 10 * 60)
      const { bankId } = await paidBy(world, world.browser(), account, { amount: guestPays, asGuest: true })
      expect(await balance(world, account)).toBe(-guestPays)
      return { ...customer, bankId }
    }

    it('charges later invoices in full when only the overpayment was refunded', async () => {
      const { bankId } = await chargedAndPaidByGuest(80_000)
      expect((await refundAtBank(world, bankId, '800')).status).toBe(303)
      await goTo(world, '2026-03-04', 12 * 60)
      expect(await balance(world, account)).toBe(0)
      for (const [invoiced, month] of [
        ['2026-03', '04'],
        ['2026-04', '05'],
        ['2026-05', '06'],
      ] as const) {
        await goTo(world, `2026-${month}-01`, 60)
        await issueInvoice(world, account, invoiced, 30_000)
        await goTo(world, `2026-${month}-01`, 120)
        await goTo(world, `2026-${month}-03`, 10 * 60)
      }
      expect(await chargesOf(world, account)).toEqual([100, 80_000, 80_000, 30_000, 30_000, 30_000])
      expect(await balance(world, account)).toBe(0)
    })

    it('charges an invoice in full that was issued before the refund and imported after it', async () => {
      const { bankId } = await chargedAndPaidByGuest(80_000)
      await goTo(world, '2026-03-10', 60)
      expect((await refundAtBank(world, bankId, '800')).status).toBe(303)
      await goTo(world, '2026-03-10', 120)
      const letter = (await world.letters()).find(({ kind }) => kind === 'refund')
      expect(letter?.text).toContain('Это была переплата')
      await goTo(world, '2026-03-12', 60)
      await imported('charges', charges, `${account},2026-03,2026-03-09,2026-03-25,Вода,800,0`)
      await goTo(world, '2026-03-12', 120)
      await goTo(world, '2026-03-14', 10 * 60)
      expect(await chargesOf(world, account)).toEqual([100, 80_000, 80_000, 80_000])
      expect(await balance(world, account)).toBe(0)
    })

    it('leaves out only the part of the refund that became a debt', async () => {
      await chargedAndPaidByGuest(50_000)
      await refundChargeAtBank(world, account, 80_000)
      await goTo(world, '2026-03-04', 12 * 60)
      expect(await balance(world, account)).toBe(30_000)
      await nextInvoice(30_000)
      expect(await chargesOf(world, account)).toEqual([100, 80_000, 50_000, 30_000])
      expect(await balance(world, account)).toBe(30_000)
    })

    it('counts the debt right after the refund, not what an invoice has made of it since', async () => {
      const { bankId } = await chargedAndPaidByGuest(80_000)
      expect((await refundAtBank(world, bankId, '300')).status).toBe(303)
      await goTo(world, '2026-03-04', 12 * 60)
      expect(await balance(world, account)).toBe(-50_000)
      await nextInvoice(90_000)
      expect(await chargesOf(world, account)).toEqual([100, 80_000, 80_000, 40_000])
      expect(await balance(world, account)).toBe(0)
    })
  })

  it('is not charged again where the invoice was imported, paid and refunded in one morning', async () => {
    const { browser } = await customerWithAutopayment(world, account)
    await goTo(world, '2026-03-03', 9 * 60)
    await imported(
      'invoices',
      'account,period,issued,due,opening,service,charged,invoice_total',
      `${account},2026-02,2026-03-03,2026-03-17,0,Вода,1000,1000`,
    )
    const { bankId } = await paidBy(world, browser, account, { amount: 100_000 })
    expect((await refundAtBank(world, bankId, '1000')).status).toBe(303)
    for (const day of ['2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06'])
      await goTo(world, day, 11 * 60)
    expect(await chargesOf(world, account)).toEqual([100, 100_000])
    expect(await balance(world, account)).toBe(100_000)
    const letter = (await world.letters()).find(({ kind }) => kind === 'refund')
    expect(letter?.text).not.toContain('переплата')
  })

  it('by a day of the month is charged again the next month, as its sum was agreed on whatever is owed', async () => {
    await customerWithAutopayment(world, account, monthly)
    await issueInvoice(world, account, '2026-02', 200_000)
    await goTo(world, '2026-03-14', 9 * 60)
    await goTo(world, '2026-03-15', 10 * 60)
    await refundChargeAtBank(world, account, 200_000)
    await goTo(world, '2026-03-15', 11 * 60)
    expect(await balance(world, account)).toBe(200_000)
    await goTo(world, '2026-04-14', 9 * 60)
    await goTo(world, '2026-04-15', 10 * 60)
    expect(await chargesOf(world, account)).toEqual([100, 200_000, 200_000])
  })
})
