import { z } from 'zod'
import type { Queries } from './database'
import { readSetting, writeSetting } from './settings.repository'

const key = 'charge_hold'

const chargeHold = z.object({
  /** A moment: what was paid after it may be missing in the database, which was restored. */
  dataOf: z.iso.datetime(),
  /** A moment: a charge that was stored before it may be at the gateway, whatever its state here. */
  heldAt: z.iso.datetime(),
})

/**
 * Stops charges of saved cards and the runs of autopayments, until an operator has compared the restored database with the
 * gateways.
 */
type ChargeHold = z.output<typeof chargeHold>

/** Undefined: charges are made. */
export const findChargeHold = async (db: Queries): Promise<ChargeHold | undefined> => {
  const value = await readSetting(db, key)
  return value === undefined ? undefined : chargeHold.parse(JSON.parse(value))
}

/** Holds charges. What a hold that stands already says of older data stays. Returns whether there was none. */
export const holdCharges = async (
  db: Queries,
  { dataOf, now }: { dataOf: string; now: Date },
): Promise<boolean> => {
  const before = await findChargeHold(db)
  const oldest = before && before.dataOf < dataOf ? before.dataOf : dataOf
  const hold: ChargeHold = { dataOf: oldest, heldAt: now.toISOString() }
  await writeSetting(db, key, JSON.stringify(hold))
  return before === undefined
}

export const releaseCharges = async (db: Queries) => {
  await db.deleteFrom('settings').where('key', '=', key).execute()
}
