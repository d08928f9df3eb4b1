import { registeredProof } from 'api/accounts'
import type { Database, Queries } from 'api/db/database'
import { readSetting } from 'api/db/settings.repository'
import { addMonths } from 'format/dates'
import type { DemoRegisterAccount } from './demo-types'
import { insertMeters } from './insert-meters'

/** The setting that a database of the demo company has: the login of its first customer. */
export const demoSetting = 'demo_login'

export const demoProof = ({ account, accessCode }: Pick<DemoRegisterAccount, 'account' | 'accessCode'>) =>
  registeredProof(account, { kind: 'access_code', answer: accessCode })

/** Gives the demo company of an earlier version access codes and meters. Nothing in another company's database. */
export const renewDemo = async (database: Database, day: string) => {
  if ((await readSetting(database.db, demoSetting)) === undefined) return
  await renewProofs(database.db, day)
  if (!(await hasMeters(database.db))) await database.transaction(giveMeters, 'read committed')
}

const renewProofs = async (db: Queries, day: string) => {
  const { demoAccountStories } = await import('./demo-accounts')
  for (const entry of demoAccountStories(day))
    await db
      .updateTable('register_accounts')
      .set(demoProof(entry))
      .where('account', '=', entry.account)
      .where('proof_kind', 'is', null)
      .execute()
}

const hasMeters = async (db: Queries) =>
  (await db.selectFrom('meters').select('id').limit(1).executeTakeFirst()) !== undefined

/** Meters with the readings that the bills so far were made by: what the demo company charges depends on the month alone. */
const giveMeters = async (trx: Queries) => {
  // Another process may be at it.
  await trx
    .updateTable('settings')
    .set((eb) => ({ value: eb.ref('value') }))
    .where('key', '=', demoSetting)
    .execute()
  if (await hasMeters(trx)) return
  const { demoAccountStories } = await import('./demo-accounts')
  const { demoReadings } = await import('./demo-readings')
  const { period } = await trx
    .selectFrom('invoices')
    .select((eb) => eb.fn.max('period').as('period'))
    .where(
      'account',
      'in',
      demoAccountStories('2026-01-01').map(({ account }) => account),
    )
    .executeTakeFirstOrThrow()
  if (period) await insertMeters(trx, demoReadings(`${addMonths(period, 1)}-01`))
}
