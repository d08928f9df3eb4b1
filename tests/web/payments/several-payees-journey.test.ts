import type { PaymentGateway } from 'api/payments/gateways/payment-gateway'
import { beforeEach, expect, test } from 'vitest'
import { openApiWorld, publicUrl } from '../../api/support/api-world'
import { accountsOfOnePayee, owe } from '../../api/support/basket-world'
import { addToRegister, customerWith } from '../../api/support/billing-register'
import { atBank, balance, mirCard, runJobs } from '../../api/support/payments-world'
import { describeOnEachDatabase } from '../../support/databases'
import type { Browser } from '../support/browser'
import '../support/matchers'
import { openForTests } from '../../support/open-for-tests'
import type { Page } from '../support/page'
import { startPortalOver } from '../support/portal-over-world'

describeOnEachDatabase('three payees with our own product API', (kind) => {
  const world = openForTests(() =>
    openApiWorld(kind, { aroundGateway: around, env: { API_PUBLIC_URL: publicUrl } }),
  )
  const portal = openForTests(() => startPortalOver(world))
  let visitor: Browser
  /** Two accounts of one payee, and one of each other payee. */
  let accounts: string[]
  let beforeCharge: (() => Promise<void>)[] = []

  const around = (gateway: PaymentGateway): PaymentGateway => ({
    ...gateway,
    async create(body, key) {
      await beforeCharge.shift()?.()
      return gateway.create(body, key)
    },
  })

  beforeEach(async () => {
    beforeCharge = []
    await world.startAgain()
    const { db } = world.database
    const [flat = '', room = ''] = await accountsOfOnePayee(world.database, 2)
    accounts = [flat, await addToRegister(db), room, await addToRegister(db)]
    for (const [index, account] of accounts.entries()) await owe(world, account, sums[index] ?? 0)
    const { browser } = await customerWith(world, ...accounts)
    visitor = await portal.customer(`session=${browser.session()}; HttpOnly`)
  })

  const sums = [100_007, 20_050, 1, 300_000]
  const flatAndRoom = '1 000,08 ₽'
  const chosen = () => `/personal/pay-several?${accounts.map((account) => `account=${account}`).join('&')}`
  const balances = () => Promise.all(accounts.map((account) => balance(world, account)))
  const cardsDecline = (decline: boolean) => async () => {
    await world.database.db
      .updateTable('sandbox_cards')
      .set({ later_charges: decline ? 'insufficient_funds' : 'paid' })
      .execute()
  }
  /** Pays on the bank's page that the answer leads to, and follows the bank back. */
  const payAtBank = async (answer: Page) => {
    const page = answer.location ?? ''
    expect(page).toContain('/sandbox-bank/pay/')
    const paid = await atBank(world.api).pay(page, mirCard)
    world.pass(10_000)
    await runJobs(world.wired)
    const { pathname, search } = new URL(paid.location ?? '')
    return visitor.get(pathname + search)
  }
  const goOn = (result: Page) =>
    visitor.get(result.links.find((link) => link.startsWith('/personal/pay-several?account=')) ?? '')
  /** Pays all with a card that is saved, and restores the debts. */
  const keepCard = async () => {
    const result = await payAtBank(
      await visitor.press(await visitor.get(chosen()), 'Оплатить', { saveMethod: true }),
    )
    for (const { value } of (await goOn(result)).controls('paymentMethod')) if (value) cardId = value
    for (const index of [0, 2]) await owe(world, accounts[index] ?? '', sums[index] ?? 0)
    return cardId
  }
  let cardId = ''

  test('are paid by a new card one after another, also from another tab, each by its own sum to the kopeck', async () => {
    const page = await visitor.get(chosen())
    expect(page.main).toContain(`Платёж 1 из 3: ${flatAndRoom}`)
    const first = await visitor.press(page, 'Оплатить')
    const [flat, light, room, garage] = accounts
    const result = await payAtBank(first)
    expect(result.h1).toBe(`Оплачено ${flatAndRoom}`)
    expect(result.main).toContain('Осталось оплатить 2 из 3')
    expect(await balances()).toEqual([0, 20_050, 0, 300_000])

    const second = await goOn(result)
    expect(second.controls(`part-${flat}`)).toEqual([])
    expect(second.field(`part-${light}`).value).toBe('200,50')
    // The tab with the first result would pay the second payee again: the portal asks.
    const otherTab = await goOn(result)
    const third = await payAtBank(await visitor.press(second, 'Оплатить'))
    expect(third.h1).toBe('Оплачено 1 200,58 ₽')
    const question = await visitor.press(otherTab, 'Оплатить')
    expect(question.errorSummary[0]).toContain('Вы уже заплатили 200,50 ₽')
    expect(await balances()).toEqual([0, 0, 0, 300_000])

    const last = await payAtBank(await visitor.press(await goOn(third), 'Оплатить'))
    expect(last.h1).toBe('Оплачено 4 200,58 ₽')
    expect(last.main).not.toContain('Осталось оплатить')
    expect(await balances()).toEqual([0, 0, 0, 0])
    for (const account of [flat, light, room, garage]) expect(last.main).toContain(`Лицевой счёт ${account}`)
    expect(last.links.filter((link) => link.includes('pay-success?payment='))).toHaveLength(4)
  })

  test('are paid by a saved card until the second declines; a repeated press pays nothing twice', async () => {
    const paymentMethod = await keepCard()
    const page = await visitor.get(chosen())
    beforeCharge = [async () => {}, cardsDecline(true)]
    const answer = await visitor.press(page, 'Оплатить', { paymentMethod })
    const result = await visitor.follow(answer)
    expect(result.h1).toBe(`Оплачено ${flatAndRoom}, остальное не оплачено`)
    expect(result.main).toContain('Платёж на 200,50 ₽ не прошёл, деньги по нему не списаны.')
    expect(result.main).toContain('Осталось оплатить 2 из 3')
    expect(await balances()).toEqual([0, 20_050, 0, 300_000])

    // Back, or a reload of the answer: the same form again.
    beforeCharge = [cardsDecline(false)]
    expect((await visitor.press(page, 'Оплатить', { paymentMethod })).location).toBe(answer.location)
    expect(await balances()).toEqual([0, 20_050, 0, 300_000])

    await cardsDecline(false)()
    const done = await visitor.follow(await visitor.press(await goOn(result), 'Оплатить', { paymentMethod }))
    expect(done.h1).toBe('Оплачено 4 200,58 ₽')
    expect(await balances()).toEqual([0, 0, 0, 0])
  })

  test('are paid once by two presses at the same time', async () => {
    const paymentMethod = await keepCard()
    const page = await visitor.get(chosen())
    const presses = await Promise.all([1, 2].map(() => visitor.press(page, 'Оплатить', { paymentMethod })))
    expect(presses.map(({ status }) => status)).toEqual([303, 303])
    expect(await balances()).toEqual([0, 0, 0, 0])
  })
})
