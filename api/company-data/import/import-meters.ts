import type { Queries } from 'api/db/database'
import { orderedId } from 'api/db/ordered-id'
import { lockMetersOf, zonesOf } from 'api/readings'
import type { Zone } from 'contract/readings'
import { firstOfEach } from './first-of-each'
import { lineWords, meterWords as words } from './import.words'
import { defineKind, type ImportContext } from './import-kind'
import { type MeterEntry, type MeterField, meterFields, readMeter } from './meter-fields'
import { addValues, type KnownMeter } from './meter-values'
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
): { field: keyof MeterEntry['columns']; reason: string } | null => {
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

const writerOf = ({ bad, timeZone, now }: ImportContext) => {
  const { momentOf } = momentsIn({ timeZone, now })
  return async (trx: Queries, entries: readonly MeterEntry[]) => {
    const first = await firstOfEach(
      trx,
      entries,
      ({ externalId }) => externalId,
      ({ line, columns }) => bad.add({ line, column: columns.id, reason: lineWords.twice }),
    )
    const accounts = [...new Set(first.map(({ account }) => account))]
    const known = await findKnown(trx, accounts)
    await lockMetersOf(trx, accounts)
    const stored = await findImportedMeters(
      trx,
      first.map(({ externalId }) => externalId),
    )
    const positions = await findLastPositions(trx, accounts)

    const counts = { added: 0, changed: 0, same: 0, included: 0 }
    const there: KnownMeter[] = []
    const written: NewMeter[] = []
    for (const entry of first) {
      const { line, columns, account, externalId, digits, decimals } = entry
      if (!known.has(account)) {
        bad.add({ line, column: columns.account, reason: lineWords.unknownAccount(account) })
        continue
      }
      const before = stored.get(externalId)
      const conflict = before ? conflictOf(before, entry) : null
      if (conflict) {
        bad.add({ line, column: columns[conflict.field], reason: conflict.reason })
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
    await storeMeters(trx, written)
    const { readings, older } = await addValues(trx, there, { bad, timeZone, momentOf })
    return { ...counts, readings, older }
  }
}

/** Meters, and optionally what was read last. Those that are not in the file stay as they are. */
export const metersImport = defineKind<MeterField, MeterEntry>({
  name: 'meters',
  fields: meterFields,
  async *entries(lines, reader, { today }) {
    for await (const line of lines) {
      reader.begin(line)
      const entry = readMeter(reader, today)
      if (entry) yield entry
    }
  },
  writer: writerOf,
})
