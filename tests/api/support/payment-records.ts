import type { ApiWorld } from './api-world'

type World = Pick<ApiWorld, 'database'>

const records = ({ database: { db } }: World) =>
  db
    .selectFrom('payments')
    .innerJoin('payment_intents', 'payment_intents.payment_id', 'payments.id')
    .selectAll(['payments', 'payment_intents'])

/** The rows of the accounts' payments, oldest first. */
export const recordsOf = (world: World, ...accounts: string[]) =>
  records(world).where('payments.account', 'in', accounts).orderBy('payments.created_at').execute()

/** The row of a payment. */
export const recordOf = (world: World, id: string) =>
  records(world).where('payments.id', '=', id).executeTakeFirstOrThrow()

/** The id of the account's newest payment. */
export const newestOf = async (world: World, account: string) =>
  (await recordsOf(world, account)).at(-1)?.id ?? ''

/** The events of a payment in their order: 'request: created > sent (first_send)'. */
export const eventsOf = async ({ database: { db } }: World, id: string) => {
  const events = await db
    .selectFrom('payment_events')
    .select(['actor', 'from_state as from', 'to_state as to', 'why'])
    .where('payment_id', '=', id)
    .orderBy('step')
    .execute()
  return events.map(({ actor, from, to, why }) => `${actor}: ${from} > ${to} (${why})`)
}

/** The test bank's id of a payment. */
export const idAtBank = async ({ bank: { db } }: Pick<ApiWorld, 'bank'>, payment: string) => {
  const { id } = await db
    .selectFrom('sandbox_payments')
    .select('id')
    .where('merchant_payment', '=', payment)
    .executeTakeFirstOrThrow()
  return id
}
