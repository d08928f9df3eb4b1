import type { CallAnswer } from 'contract/endpoints'
import type { Meter, PastReading } from 'contract/readings'
import { dayOf, formatPeriod } from 'format/dates'
import { formatDecimal, formatVolume } from 'format/decimal'
import type { ReadingHistoryView } from './history-view'
import { meterNames, sourceWords, withUnit } from './readings-view'
import { drawingOfVolumes } from './volumes-drawing.server'

interface Shown {
  meters: readonly Meter[]
  asked: { meter?: string; cursor?: string }
  timeZone: string
}

export const viewOfHistory = (
  { data, meta }: CallAnswer<'readingHistory'>,
  { meters, asked, timeZone }: Shown,
): ReadingHistoryView => {
  const names = meterNames(meters)
  const only = asked.meter ?? (meters.length === 1 ? meters[0]?.id : undefined)
  const own =
    only === undefined ? [] : wholeMonths(data, { asked, meta }).filter(({ meter }) => meter === only)
  return {
    rows: data.map((reading: PastReading) => ({
      period: formatPeriod(reading.period),
      when: dayOf(reading.at, timeZone).split('-').reverse().join('.'),
      name: names.reading(reading.meter, reading.zone),
      value: formatDecimal(reading.value),
      volume: reading.isFirst ? '—' : withUnit(formatVolume(reading.volume), names.unit(reading.meter)),
      source: sourceWords[reading.source],
      isEstimated: reading.source === 'estimated',
    })),
    isFirst: asked.cursor === undefined,
    nextCursor: meta.nextCursor,
    drawing: only === undefined ? null : drawingOfVolumes(own, names.meter(only), names.unit(only)),
  }
}

/** Without the months that go on on the page before or after. */
const wholeMonths = (
  data: readonly PastReading[],
  { asked, meta }: { asked: { cursor?: string }; meta: { nextCursor: string | null } },
): readonly PastReading[] => {
  const cut = [asked.cursor !== undefined && data[0]?.period, meta.nextCursor !== null && data.at(-1)?.period]
  return data.filter(({ period }) => !cut.includes(period))
}
