import { beforeAll, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { openApiWorld, signedIn } from '../support/api-world'
import { addToRegister, giveAccount } from '../support/billing-register'
import { readingOperatorOf, why } from '../support/operator'
import { paidBy } from '../support/refunds-world'

describeOnEachDatabase('an operator finds', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  let account: string
  let address: string
  let payer: string
  let paymentId: string
  let bankId: string
  let customer: { id: string; email: string; name: string; phone: string | null }

  beforeAll(async () => {
    const { db } = world.database
    account = await addToRegister(db)
    const browser = await signedIn(world, 'kira@mail.example')
    customer = await db.selectFrom('users').select(['id', 'email', 'name', 'phone']).executeTakeFirstOrThrow()
    await giveAccount(world, customer.id, account)
    const paid = await paidBy(world, browser, account)
    paymentId = paid.id
    bankId = paid.bankId
    const registered = await db
      .selectFrom('register_accounts')
      .select(['address', 'payer_name'])
      .where('account', '=', account)
      .executeTakeFirstOrThrow()
    address = registered.address
    payer = registered.payer_name
  })

  const find = (...typed: string[]) => readingOperatorOf(world)('find', ...typed)

  test('a customer by e-mail, with accounts, payments and letters, masked', async () => {
    const found = await find(customer.email.toUpperCase())
    expect(found).toContain(`customer ${customer.id}`)
    expect(found).toMatch(new RegExp(`account +${account}, balance`))
    expect(found).toMatch(
      new RegExp(`payment +${paymentId}, ${account}, 2 600,91 ₽, succeeded`.replaceAll(' ', '\\s')),
    )
    expect(found).toMatch(/letter +\S+, verification, written .*, sent/)
    expect(found).toMatch(/second step +off/)
    for (const personal of [customer.email, customer.name, customer.phone ?? '?'])
      expect(found).not.toContain(personal)
    expect(await find(customer.id)).toBe(found)
  })

  test('the same in full when it is asked for, with a reason', async () => {
    const found = await find(customer.email, '--show', ...why)
    for (const personal of [customer.email, customer.name, customer.phone ?? '?'])
      expect(found).toContain(personal)
  })

  test('a name from before names were checked turns nothing around at the terminal', async () => {
    const { db } = world.database
    const named = (name: string) =>
      db.updateTable('users').set({ name }).where('id', '=', customer.id).execute()
    await named('\u202eabc\u001b[2J')
    const found = await find(customer.email, '--show', ...why)
    await named(customer.name)
    expect(found).toContain('\\u{202e}abc\\u{1b}[2J')
  })

  test('an account with its customers', async () => {
    const found = await find(account)
    expect(found).toContain(`account ${account}`)
    expect(found).toMatch(new RegExp(`customer +${customer.id}`))
    for (const personal of [address, payer, customer.email]) expect(found).not.toContain(personal)
    const shown = await find(account, '--show', ...why)
    for (const personal of [address, payer, customer.email]) expect(shown).toContain(personal)
  })

  test('a payment by our number and by the gateway’s, with how it came to its state', async () => {
    const found = await find(paymentId)
    expect(found).toContain(`payment ${paymentId}`)
    expect(found).toMatch(/event +.* pending → succeeded/)
    expect(found).toContain(customer.id)
    expect(await find(bankId)).toBe(found)
  })

  test.each(['nobody@mail.example', '999', '00000000-0000-4000-8000-000000000000'])(
    'nothing for %s',
    async (what) => {
      await expect(find(what)).rejects.toThrow('there is nothing')
    },
  )
})
