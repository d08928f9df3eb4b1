import type { Queries } from 'api/db/database'
import { openStates } from './open-payments.repository'

export interface WaitingForShop {
  gateway: string
  shop: string
  /** Payments that are not final. */
  payments: number
  /** Saved methods that their customers have not unlinked. */
  cards: number
}

/** What is left to do with each shop. */
export const findWaitingForShops = async (db: Queries): Promise<WaitingForShop[]> => {
  const payments = await db
    .selectFrom('payment_intents')
    .select((eb) => ['gateway', 'shop', eb.fn.countAll<number>().as('payments'), eb.lit(0).as('cards')])
    .where('next_check_at', 'is not', null)
    .where('state', 'in', openStates)
    .groupBy(['gateway', 'shop'])
    .execute()
  const cards = await db
    .selectFrom('payment_methods')
    .select((eb) => ['gateway', 'shop', eb.lit(0).as('payments'), eb.fn.countAll<number>().as('cards')])
    .where('unlinked_at', 'is', null)
    .groupBy(['gateway', 'shop'])
    .execute()
  const shops = new Map<string, WaitingForShop>()
  for (const row of [...payments, ...cards]) {
    const key = JSON.stringify([row.gateway, row.shop])
    const before = shops.get(key)
    shops.set(key, {
      ...row,
      payments: row.payments + (before?.payments ?? 0),
      cards: row.cards + (before?.cards ?? 0),
    })
  }
  return [...shops.values()]
}
