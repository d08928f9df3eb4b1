import { randomUUID } from 'node:crypto'
import type { Queries } from 'api/db/database'
import type { MethodKind } from 'contract/payments'
import type { ChargeableShops, GatewayShop } from '../gateways/gateway-registry'
import type { SavedMethodOfGateway } from '../gateways/payment-gateway'

export interface SavedMethodRow {
  id: string
  kind: MethodKind
  title: string
  /** A day. */
  expiresAt: string | null
  gateway: string
  shop: string
  gatewayMethodId: string
}

const selectLinked = (db: Queries, userId: string) =>
  db
    .selectFrom('payment_methods')
    .select([
      'id',
      'kind',
      'title',
      'expires_at as expiresAt',
      'gateway',
      'shop',
      'gateway_method_id as gatewayMethodId',
    ])
    .where('user_id', '=', userId)
    .where('unlinked_at', 'is', null)

const selectChargeable = (db: Queries, userId: string, { gateway, shops }: ChargeableShops) =>
  selectLinked(db, userId).where('gateway', '=', gateway).where('shop', 'in', shops)

/** The customer's saved methods that can be charged, the newest first. */
export const findSavedMethods = (
  db: Queries,
  { userId, chargeable }: { userId: string; chargeable: ChargeableShops },
): Promise<SavedMethodRow[]> =>
  selectChargeable(db, userId, chargeable).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()

/** A linked method of the customer that can be charged. */
export const findSavedMethod = (
  db: Queries,
  { userId, chargeable, id }: { userId: string; chargeable: ChargeableShops; id: string },
): Promise<SavedMethodRow | undefined> =>
  selectChargeable(db, userId, chargeable).where('id', '=', id).executeTakeFirst()

/** Finds a method, also an unlinked one. */
export const findMethod = (db: Queries, id: string) =>
  db.selectFrom('payment_methods').select(['kind', 'title']).where('id', '=', id).executeTakeFirst()

/** Whether the customer has the method linked, at any gateway and shop. */
export const isLinkedMethod = async (
  db: Queries,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> => (await selectLinked(db, userId).where('id', '=', id).executeTakeFirst()) !== undefined

/** Stores a method that the gateway has saved. Returns its id, the same for the same method. */
export const storeMethod = async (
  trx: Queries,
  {
    userId,
    gateway,
    shop,
    method,
    now,
  }: GatewayShop & { userId: string; method: SavedMethodOfGateway; now: string },
): Promise<string | undefined> => {
  await trx
    .insertInto('payment_methods')
    .values({
      id: randomUUID(),
      user_id: userId,
      gateway,
      shop,
      gateway_method_id: method.id,
      kind: method.kind,
      title: method.title,
      expires_at: method.expiresAt,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['gateway', 'gateway_method_id']).doNothing())
    .execute()
  const row = await trx
    .selectFrom('payment_methods')
    .select('id')
    .where('gateway', '=', gateway)
    .where('gateway_method_id', '=', method.id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.id
}

/** Unlinks all methods of a customer for good. */
export const unlinkMethodsOf = async (trx: Queries, userId: string, now: string) => {
  await trx
    .updateTable('payment_methods')
    .set({ unlinked_at: now })
    .where('user_id', '=', userId)
    .where('unlinked_at', 'is', null)
    .execute()
}

/** Unlinks a customer's method for good. Returns false if there was none. */
export const unlinkMethod = async (
  trx: Queries,
  { userId, id, now }: { userId: string; id: string; now: string },
): Promise<boolean> => {
  const unlinked = await trx
    .updateTable('payment_methods')
    .set({ unlinked_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('unlinked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return unlinked !== undefined
}
