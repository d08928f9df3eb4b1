import type { Queries } from 'api/db/database'
import { jsonRows } from 'api/db/json-rows'
import { sql } from 'kysely'

interface OpeningState {
  /** The balance of the ledger at the moment in question. */
  balance: number
  /** Whether the ledger has an opening balance of that moment. */
  isOpened: boolean
  /** Whether the ledger had an opening balance or charges by that moment. */
  isBilled: boolean
  /** The moment of the newest opening balance; null: there is none. */
  newest: string | null
}

/** The state of the ledgers at a moment, with opening balances of that very moment. */
export const findOpeningStates = async (
  db: Queries,
  accounts: readonly string[],
  moment: string,
): Promise<Map<string, OpeningState>> => {
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
 * The moments of the accounts' newest opening balances. Uses a subquery for each account: right after an import
 * PostgreSQL has no statistics of the ledger and would scan all of it for a list of accounts.
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
