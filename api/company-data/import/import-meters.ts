import { isDeepStrictEqual } from 'node:util'
import type { Queries } from 'api/db/database'
import { orderedId } from 'api/db/ordered-id'
import {
  insertReadings,
  judgeReading,
  lockMetersOf,
  type NewReading,
  readingsOf,
  zonesOf,
} from 'api/readings'
import type { Zone } from 'contract/readings'
import { today } from 'format/dates'
import { lineWords, meterWords as words } from './import.words'
import type { ImportContext, ImportKind, Planner, Refusal } from './import-kind'
import { noCounts } from './import-result'
import { unknownAccountReasons } from './lost-zeros'
import { type MeterEntry, type MeterField, meterFields, readMeter, type ZoneValue } from './meter-fields'
import {
  findImportedMeters,
  findLastPositions,
  type NewMeter,
  type StoredMeter,
  storeMeters,
} from './meters.repository'
import { momentsIn } from './moments'
import { findRegisterAccounts } from './register.repository'

/** A meter with its id in the portal. */
interface MeterRecord {
  id: string
  entry: MeterEntry
  /** Added by the same batch: it has no readings. */
  isNew: boolean
}

interface TimeContext {
  timeZone: string
  momentOf: ReturnType<typeof momentsIn>['momentOf']
}

type PastReadings = Awaited<ReturnType<typeof readingsOf>>
type Outcome = 'same' | 'older' | { refused: string } | NewReading

/**
 * Plans new readings from the values that the billing has read. The same value of the same day changes nothing. A value
 * older than the newest reading is left out: readings are never put between others. A value below the last one is
 * accepted if it corrects the customer's reading of that month, or if the meter has gone through zero.
 */
const planValues = async (
  db: Queries,
  meters: readonly MeterRecord[],
  { timeZone, momentOf }: TimeContext,
): Promise<{ readings: NewReading[]; older: number; refused: Refusal<MeterField>[] }> => {
  const metersRead = meters.filter(({ entry }) => entry.values.length > 0)
  const [first] = metersRead.map(({ entry }) => entry.readOn).sort()
  if (first === undefined) return { readings: [], older: 0, refused: [] }
  const past = await readingsOf(db, {
    zones: metersRead
      .filter(({ isNew }) => !isNew)
      .flatMap(({ id, entry }) => entry.values.map(({ zone }) => ({ meter: id, zone }))),
    period: first.slice(0, 7),
  })
  const newReadings: NewReading[] = []
  const refused: Refusal<MeterField>[] = []
  let older = 0
  for (const meter of metersRead) {
    const { line, account, readOn } = meter.entry
    for (const value of meter.entry.values) {
      const outcome = outcomeOf(meter, value, {
        past,
        readAt: momentOf(readOn),
        dayOf: (at) => today(timeZone, new Date(at)),
      })
      if (outcome === 'older') older++
      else if (outcome !== 'same') {
        if ('refused' in outcome) refused.push({ line, account, field: value.zone, reason: outcome.refused })
        else newReadings.push(outcome)
      }
    }
  }
  return { readings: newReadings, older, refused }
}

const outcomeOf = (
  { id, entry: { account, digits, decimals, readOn } }: MeterRecord,
  { zone, value }: ZoneValue,
  { past, readAt, dayOf }: { past: PastReadings; readAt: string; dayOf: (moment: string) => string },
): Outcome => {
  const readings = past(id, zone)
  const ofDay = readings.filter((reading) => dayOf(reading.readAt) === readOn)
  if (ofDay.some((reading) => reading.value === value)) return 'same'
  if (ofDay.some((reading) => reading.source === 'operator')) return { refused: words.otherValue }
  const last = readings.at(-1)
  if (last && last.readAt >= readAt) return 'older'
  const period = readOn.slice(0, 7)
  const { previous, volume, corrects, doubt } = judgeReading(readings, { value, period, digits, decimals })
  // A volume above half of the meter's range is another meter, or a typing error.
  if (doubt?.reason === 'rollover' && !corrects && volume > 10 ** (digits + decimals) / 2)
    return { refused: words.below }
  return {
    id: orderedId(),
    account,
    meter_id: id,
    zone,
    value,
    previous,
    volume,
    corrects: corrects ? 1 : 0,
    period,
    read_at: readAt,
    source: 'operator',
  }
}

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

/** Why a meter can't be changed as the line says; null: it can. Its readings depend on its zones and digits. */
const conflictOf = (
  before: StoredMeter,
  { account, digits, decimals, zones }: MeterEntry,
): { field: MeterField; reason: string } | null => {
  if (before.account !== account) return { field: 'account', reason: words.otherAccount }
  if (before.digits !== digits) return { field: 'digits', reason: words.replaced }
  if (before.decimals !== decimals) return { field: 'decimals', reason: words.replaced }
  return zonesOf(before).length === zones ? null : { field: 'zones', reason: words.replaced }
}

const changeableColumns = (entry: MeterEntry) => ({
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
      const registerAccounts = await findRegisterAccounts(db, accounts)
      const whyUnknown = await unknownAccountReasons(db, accounts, registerAccounts)
      const stored = await findImportedMeters(
        db,
        entries.map(({ externalId }) => externalId),
      )
      const positions = await findLastPositions(db, accounts)

      const counts = { ...noCounts }
      const refused: Refusal<MeterField>[] = []
      const meters: MeterRecord[] = []
      const metersToStore: NewMeter[] = []
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
        const changes = changeableColumns(entry)
        meters.push({ id, entry, isNew: before === undefined })
        if (before && isDeepStrictEqual({ ...before, ...changes }, { ...before })) {
          counts.same++
          continue
        }
        if (before) {
          counts.changed++
          metersToStore.push({ ...before, ...changes })
          continue
        }
        counts.added++
        const position = (positions.get(account) ?? 0) + 1
        positions.set(account, position)
        metersToStore.push({
          id,
          external_id: externalId,
          account,
          position,
          zones: JSON.stringify(zoneTitles[entry.zones]),
          digits,
          decimals,
          ...changes,
        })
      }
      const values = await planValues(db, meters, { timeZone, momentOf })
      return {
        counts: { ...counts, readings: values.readings.length, older: values.older },
        refused: [...refused, ...values.refused],
        held: [],
        async write(trx) {
          await storeMeters(trx, metersToStore)
          await insertReadings(trx, values.readings)
        },
      }
    },
  }
}

/** Meters, optionally with their last readings. Meters that are not in the file stay as they are. */
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
