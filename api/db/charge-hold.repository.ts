import { z } from 'zod'
import type { Queries } from './database'
import { readSetting, writeSetting } from './settings.repository'

const key = 'charge_hold'

const chargeHold = z.object({
  /** A moment: the restored database may lack payments that were made after it. */
  dataOf: z.iso.datetime(),
  /** A moment: the gateway may have charges that were stored before it, whatever their state here. */
  heldAt: z.iso.datetime(),
})

/**
 * Stops charges of saved cards and the runs of autopayments, until an operator has compared the restored database with
 * the gateways.
 */
type ChargeHold = z.output<typeof chargeHold>

/** Undefined if charges are not on hold. */
export const findChargeHold = async (db: Queries): Promise<ChargeHold | undefined> => {
  const value = await readSetting(db, key)
  return value === undefined ? undefined : chargeHold.parse(JSON.parse(value))
}

/** Holds charges. Keeps the older `dataOf` of an existing hold. Returns whether there was no hold. */
export const holdCharges = async (
  db: Queries,
  { dataOf, now }: { dataOf: string; now: Date },
): Promise<boolean> => {
  const existingHold = await findChargeHold(db)
  const oldest = existingHold && existingHold.dataOf < dataOf ? existingHold.dataOf : dataOf
  const hold: ChargeHold = { dataOf: oldest, heldAt: now.toISOString() }
  await writeSetting(db, key, JSON.stringify(hold))
  return existingHold === undefined
}

export const releaseCharges = async (db: Queries) => {
  await db.deleteFrom('settings').where('key', '=', key).execute()
}
