import type { Queries } from 'api/db/database'
import { DAY, HOUR, MINUTE } from 'format/durations'

export const openStates = ['created', 'sent', 'unknown', 'pending'] as const
export const openAges = ['10m', '1h', '1d', 'older'] as const

type Age = (typeof openAges)[number]

export interface OpenPayments {
  state: (typeof openStates)[number]
  /** The longest time since their creation; `older`: more than a day. */
  age: Age
  count: number
}

/** Payments that are not final, counted by state and age. A basket counts once, by its lead payment. */
export const openPayments = (db: Queries, now: Date): Promise<OpenPayments[]> => {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  return (
    db
      .selectFrom('payment_intents')
      .innerJoin('payments', 'payments.id', 'payment_intents.payment_id')
      .select((eb) => [
        'payment_intents.state',
        eb
          .case()
          .when('payments.created_at', '>=', before(10 * MINUTE))
          .then(eb.val<Age>('10m'))
          .when('payments.created_at', '>=', before(HOUR))
          .then(eb.val<Age>('1h'))
          .when('payments.created_at', '>=', before(DAY))
          .then(eb.val<Age>('1d'))
          .else(eb.val<Age>('older'))
          .end()
          .as('age'),
        eb.fn.countAll<number>().as('count'),
      ])
      // An open payment always has a next check, and few other payments have one: the index is small.
      .where('payment_intents.next_check_at', 'is not', null)
      .where('payment_intents.state', 'in', openStates)
      .groupBy(['payment_intents.state', 'age'])
      .$narrowType<{ state: OpenPayments['state'] }>()
      .execute()
  )
}

/** The moment when the payment that waits longest was due; `null` if none waits. */
export const oldestDuePayment = async (db: Queries): Promise<string | null> => {
  const { dueAt } = await db
    .selectFrom('payment_intents')
    .select((eb) => eb.fn.min('next_check_at').as('dueAt'))
    .where('next_check_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return dueAt
}

/** The same for refunds. */
export const oldestDueRefund = async (db: Queries): Promise<string | null> => {
  const check = await db
    .selectFrom('refund_checks')
    .select((eb) => eb.fn.min('next_check_at').as('dueAt'))
    .executeTakeFirstOrThrow()
  const request = await db
    .selectFrom('refund_request_states')
    .select((eb) => eb.fn.min('next_check_at').as('dueAt'))
    .where('next_check_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const [oldest = null] = [check.dueAt, request.dueAt].filter((moment) => moment !== null).sort()
  return oldest
}

interface ShopBacklog {
  gateway: string
  shop: string
  /** Payments that are not final. */
  payments: number
  /** Saved methods that their customers have not unlinked. */
  cards: number
}

/** The open payments and saved cards of each shop. */
export const findShopBacklogs = async (db: Queries): Promise<ShopBacklog[]> => {
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
  const shops = new Map<string, ShopBacklog>()
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
