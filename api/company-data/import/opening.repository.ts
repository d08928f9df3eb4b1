import type { Queries } from 'api/db/database'

export interface Opened {
  /** What the ledger says was owed at that moment. */
  balance: number
  /** Whether an opening balance of that moment is there. */
  isOpened: boolean
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
        eb.fn.max(eb.case().when(isOpening).then(eb.ref('happened_at')).end()).as('newest'),
      ]
    })
    .where('account', 'in', accounts)
    .groupBy('account')
    .execute()
  return new Map(
    rows.map(({ account, balance, opened, newest }) => [
      account,
      { balance, isOpened: opened > 0, newest: newest ?? null },
    ]),
  )
}

/** The moments of the accounts' newest opening balances. */
export const findNewestOpenings = async (
  db: Queries,
  accounts: readonly string[],
): Promise<Map<string, string>> => {
  if (accounts.length === 0) return new Map()
  const rows = await db
    .selectFrom('ledger_entries')
    .select((eb) => ['account', eb.fn.max('happened_at').as('at')])
    .where('account', 'in', accounts)
    .where('kind', '=', 'opening')
    .groupBy('account')
    .execute()
  return new Map(rows.map(({ account, at }) => [account, at]))
}
