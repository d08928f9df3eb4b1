import type { Queries } from 'api/db/database'
import { jsonRows } from 'api/db/json-rows'
import { sql } from 'kysely'

interface Opened {
  /** What the ledger says was owed at that moment. */
  balance: number
  /** Whether an opening balance of that moment is there. */
  isOpened: boolean
  /** Whether a debt was known before that moment: from an opening balance, or from charges. */
  isBilled: boolean
  /** The moment of the newest opening balance; null: there is none. */
  newest: string | null
}

/** What the ledgers say was owed at a moment, opening balances of the very moment included. */
export const findOpened = async (
  db: Queries,
  accounts: readonly string[],
  moment: string,
): Promise<Map<string, Opened>> => {
  if (accounts.length === 0) return new Map()
  const rows = await db
    .selectFrom('ledger_entries')
    .select((eb) => {
      const isOpening = eb('kind', '=', 'opening')
      const isOfThen = eb.and([isOpening, eb('happened_at', '=', moment)])
      const before = eb.or([eb('happened_at', '<', moment), isOfThen])
      return [
        'account',
        eb.fn.sum<number>(eb.case().when(before).then(eb.ref('amount')).else(0).end()).as('balance'),
        eb.fn.sum<number>(eb.case().when(isOfThen).then(1).else(0).end()).as('opened'),
        eb.fn
          .sum<number>(
            eb
              .case()
              .when(eb.and([before, eb('kind', 'in', ['opening', 'charge'])]))
              .then(1)
              .else(0)
              .end(),
          )
          .as('billed'),
        eb.fn.max(eb.case().when(isOpening).then(eb.ref('happened_at')).end()).as('newest'),
      ]
    })
    .where('account', 'in', accounts)
    .groupBy('account')
    .execute()
  return new Map(
    rows.map(({ account, balance, opened, billed, newest }) => [
      account,
      { balance, isOpened: opened > 0, isBilled: billed > 0, newest: newest ?? null },
    ]),
  )
}

/**
 * The moments of the accounts' newest opening balances. Account by account: of a ledger that an import has just filled
 * PostgreSQL has no statistics, takes a list of accounts for most of it, and would go through all of it.
 */
export const findNewestOpenings = async (
  db: Queries,
  accounts: readonly string[],
): Promise<Map<string, string>> => {
  if (accounts.length === 0) return new Map()
  const accountRows = jsonRows(
    { account: 'text' },
    accounts.map((account) => ({ account })),
  )
  const { rows } = await sql<{ account: string; at: string | null }>`select account, (
      select max(happened_at) from ledger_entries
      where ledger_entries.account = given.account and kind = 'opening'
    ) as at from (${accountRows}) as given`.execute(db)
  return new Map(rows.flatMap(({ account, at }) => (at === null ? [] : [[account, at] as const])))
}
