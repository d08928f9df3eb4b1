import { orderedId } from 'api/db/ordered-id'
import { insertReadings, lockMetersOf, zonesOf } from 'api/readings'
import type { Zone } from 'contract/readings'
import { lineWords, meterWords as words } from './import.words'
import type { ImportContext, ImportKind, Planner, Refusal } from './import-kind'
import { unknownAccountReasons } from './lost-zeros'
import { type MeterEntry, type MeterField, meterFields, readMeter } from './meter-fields'
import { type MeterRecord, planValues } from './meter-values'
import {
  findImportedMeters,
  findLastPositions,
  type NewMeter,
  type StoredMeter,
  storeMeters,
} from './meters.repository'
import { momentsIn } from './moments'
import { findKnown } from './register.repository'

/** By the number of zones, as the tariffs of electricity call them. */
const zoneTitles: Readonly<Record<number, readonly { zone: Zone; title: string }[]>> = {
  1: [{ zone: 't1', title: 'Расход' }],
  2: [
    { zone: 't1', title: 'День (Т1)' },
    { zone: 't2', title: 'Ночь (Т2)' },
  ],
  3: [
    { zone: 't1', title: 'Пик (Т1)' },
    { zone: 't2', title: 'Ночь (Т2)' },
    { zone: 't3', title: 'Полупик (Т3)' },
  ],
}

/** Why a meter can't become what the line says; null: it can. Its readings are of the meter as it was. */
const conflictOf = (
  before: StoredMeter,
  { account, digits, decimals, zones }: MeterEntry,
): { field: MeterField; reason: string } | null => {
  if (before.account !== account) return { field: 'account', reason: words.otherAccount }
  if (before.digits !== digits) return { field: 'digits', reason: words.replaced }
  if (before.decimals !== decimals) return { field: 'decimals', reason: words.replaced }
  return zonesOf(before).length === zones ? null : { field: 'zones', reason: words.replaced }
}

const isSame = (before: StoredMeter, entry: MeterEntry) =>
  before.service === entry.service &&
  before.unit === entry.unit &&
  before.serial === entry.serial &&
  before.place === entry.place &&
  before.verified_until === entry.verifiedUntil &&
  before.closed_on === entry.closed

const changeable = (entry: MeterEntry) => ({
  service: entry.service,
  unit: entry.unit,
  serial: entry.serial,
  place: entry.place,
  verified_until: entry.verifiedUntil,
  closed_on: entry.closed,
})

const plannerOf = ({ timeZone, now }: ImportContext): Planner<MeterField, MeterEntry> => {
  const { momentOf } = momentsIn({ timeZone, now })
  return {
    lock: lockMetersOf,
    async plan(db, entries) {
      const accounts = [...new Set(entries.map(({ account }) => account))]
      const registerAccounts = await findKnown(db, accounts)
      const whyUnknown = await unknownAccountReasons(db, accounts, registerAccounts)
      const stored = await findImportedMeters(
        db,
        entries.map(({ externalId }) => externalId),
      )
      const positions = await findLastPositions(db, accounts)

      const counts = { added: 0, changed: 0, same: 0, included: 0 }
      const refused: Refusal<MeterField>[] = []
      const there: MeterRecord[] = []
      const written: NewMeter[] = []
      for (const entry of entries) {
        const { line, account, externalId, digits, decimals } = entry
        const refuse = (field: MeterField, reason: string) => refused.push({ line, account, field, reason })
        if (!registerAccounts.has(account)) {
          refuse('account', whyUnknown(account))
          continue
        }
        const before = stored.get(externalId)
        const conflict = before ? conflictOf(before, entry) : null
        if (conflict) {
          refuse(conflict.field, conflict.reason)
          continue
        }
        const id = before?.id ?? orderedId()
        there.push({ id, entry, isNew: before === undefined })
        if (before && isSame(before, entry)) {
          counts.same++
          continue
        }
        if (before) {
          counts.changed++
          written.push({ ...before, ...changeable(entry) })
          continue
        }
        counts.added++
        const position = (positions.get(account) ?? 0) + 1
        positions.set(account, position)
        written.push({
          id,
          external_id: externalId,
          account,
          position,
          zones: JSON.stringify(zoneTitles[entry.zones]),
          digits,
          decimals,
          ...changeable(entry),
        })
      }
      const values = await planValues(db, there, { timeZone, momentOf })
      return {
        counts: { ...counts, readings: values.readings.length, older: values.older },
        refused: [...refused, ...values.refused],
        held: [],
        async write(trx) {
          await storeMeters(trx, written)
          await insertReadings(trx, values.readings)
        },
      }
    },
  }
}

/** Meters, and optionally what was read last. Meters that are not in the file stay as they are. */
export const metersImport: ImportKind<MeterField, MeterEntry> = {
  name: 'meters',
  fields: meterFields,
  repeated: { field: 'id', reason: lineWords.twice },
  async *entries(lines, reader, { today }) {
    for await (const line of lines) {
      reader.begin(line)
      const entry = readMeter(reader, today)
      if (entry) yield entry
    }
  },
  planner: plannerOf,
}
