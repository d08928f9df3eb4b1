import { randomInt, randomUUID } from 'node:crypto'
import type { Queries } from 'api/db/database'
import { beginSession } from 'api/users/sessions'
import type { ApiWorld, BrowserOptions } from './api-world'

/** Adds an account to the register, with its own payee; returns its number. */
export const addToRegister = async (
  db: Queries,
  account = String(randomInt(10 ** 9, 10 ** 10)),
): Promise<string> => {
  await db
    .insertInto('payees')
    .values({
      id: `payee of ${account}`,
      name: 'ООО «УК „Тихий берег“»',
      inn: '5099001232',
      kpp: '509901001',
      bank_name: 'АО «Тихобережный банк», г. Тихобережск',
      bic: '044599871',
      correspondent_account: '30101810800000000871',
      settlement_account: '40702810220000001234',
    })
    .execute()
  await db
    .insertInto('register_accounts')
    .values({
      account,
      title: 'Квартира',
      address: 'г. Тихобережск, ул. Зелёная, д. 14, кв. 31',
      payer_name: 'Ковалёв Игорь Андреевич',
      area: 54.3,
      residents: 2,
      search_text: '',
      proof_answer_hash: '',
      payee_id: `payee of ${account}`,
    })
    .execute()
  return account
}

/** A signed-in customer without accounts. */
export const newCustomer = async (world: ApiWorld, options: BrowserOptions = {}) => {
  const { db } = world.database
  const id = randomUUID()
  await db
    .insertInto('users')
    .values({
      id,
      name: 'Анна',
      email: `${id}@example.ru`,
      email_normalized: `${id}@example.ru`,
      password_hash: '-',
      created_at: world.now().toISOString(),
    })
    .execute()
  const browser = world.browser(options)
  browser.setSession(await beginSession(db, { userId: id, device: null, now: world.now() }))
  return { id, browser }
}

/** A signed-in customer with these accounts of the register. */
export const customerWith = async (world: ApiWorld, ...accounts: string[]) => {
  const customer = await newCustomer(world)
  for (const account of accounts) {
    await world.database.db
      .insertInto('customer_accounts')
      .values({ user_id: customer.id, account, added_at: world.now().toISOString() })
      .execute()
  }
  return customer
}
