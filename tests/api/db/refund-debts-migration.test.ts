import { openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import { findDebtFromRefunds } from 'api/ledger/ledger.repository'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnEachDatabase, freshDatabase } from '../../support/databases'
import { migrateUntil } from '../support/old-database'

const hour = (h: number) => `2026-03-04T${String(h).padStart(2, '0')}:00:00.000Z`

describeOnEachDatabase('refunds that were recorded before their debts were kept', (kind) => {
  it('leave the debts that later credits have not taken back, in the order in which they became known', async () => {
    const fresh = await freshDatabase(kind)
    const database = await openDatabase(fresh)
    const { db } = database
    await migrateUntil(database, '0044-refund-debts')
    await sql`insert into payees (id, name, inn, bank_name, bic, correspondent_account, settlement_account)
      values ('payee', 'УК', '5099001232', 'Банк', '1', '2', '3')`.execute(db)
    let entries = 0
    const append = async (account: string, kind: string, amount: number, at: string, of: object = {}) => {
      const { payment = null, refund = null } = Object(of)
      await sql`insert into ledger_entries (id, account, kind, amount, happened_at, payment_id, refund_id)
        values (${`entry ${++entries}`}, ${account}, ${kind}, ${amount}, ${at}, ${payment}, ${refund})`.execute(
        db,
      )
    }
    const pay = async (account: string, amount: number, at: string, source: string) => {
      const payment = `payment ${entries}`
      await sql`insert into payments (id, account, amount, status, created_at, paid_at, recorded_at, source, refunded)
        values (${payment}, ${account}, ${amount}, 'succeeded', ${at}, ${at}, ${at}, ${source}, 0)`.execute(
        db,
      )
      await append(account, 'payment', -amount, at, { payment })
      return payment
    }
    const refund = async (account: string, payment: string, amount: number, at: string, recordedAt = at) => {
      const id = `refund ${entries}`
      await sql`insert into refunds
        (id, gateway, gateway_refund_id, payment_id, account, amount, refunded_at, recorded_at)
        values (${id}, 'sandbox', ${id}, ${payment}, ${account}, ${amount}, ${at}, ${recordedAt})`.execute(db)
      await append(account, 'refund', amount, at, { refund: id })
    }
    /** Charged 800 by an autopayment, and refunded. */
    const refunded = async (account: string) => {
      await sql`insert into register_accounts
        (account, address, payer_name, search_text, proof_answer_hash, payee_id)
        values (${account}, 'ул. Зелёная, 1', 'Анна', '', 'hash', 'payee')`.execute(db)
      await append(account, 'charge', 800, hour(1))
      await refund(account, await pay(account, 800, hour(2), 'autopayment'), 800, hour(3))
    }

    await refunded('nothing since')
    await refunded('charged again')
    await append('charged again', 'charge', 300, hour(4))
    await pay('charged again', 300, hour(5), 'autopayment')
    await refunded('credited')
    await append('credited', 'recalculation', -500, hour(4))
    await refunded('paid by hand')
    await pay('paid by hand', 800, hour(4), 'personal')
    await append('paid by hand', 'charge', 300, hour(5))
    await refunded('an overpayment')
    await append('an overpayment', 'opening', -800, hour(4))
    await refund('an overpayment', await pay('an overpayment', 500, hour(5), 'guest'), 500, hour(6))
    await append('an overpayment', 'charge', 300, hour(7))
    // The bank made it before the payment by hand, and told of it after that.
    await refunded('known later')
    await pay('known later', 800, hour(4), 'personal')
    const last = await pay('known later', 100, hour(5), 'personal')
    await refund('known later', last, 100, hour(4), hour(6))

    await migrate(database)
    const debts = async (...accounts: string[]) =>
      Object.fromEntries(
        await Promise.all(accounts.map(async (one) => [one, await findDebtFromRefunds(db, one)])),
      )
    const { rows } = await sql<{ account: string }>`select account from register_accounts`.execute(db)
    expect(await debts(...rows.map(({ account }) => account))).toEqual({
      'nothing since': 800,
      'charged again': 800,
      credited: 300,
      'paid by hand': 0,
      'an overpayment': 0,
      'known later': 0,
    })
    await database.close()
    await fresh.drop()
  })
})
