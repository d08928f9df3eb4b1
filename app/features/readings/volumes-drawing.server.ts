import type { PastReading, Zone } from 'contract/readings'
import { formatPeriod } from 'format/dates'
import { chartScale, labelsUnder } from '~/ui/chart/chart-scale.server'
import type { VolumesDrawing } from './reading-history'
import { withUnit } from './readings-view'

const HEIGHT = 190
const BASE = 160
/** The width of one month in the drawing's units, with the gaps beside its column. */
const MONTH = 20
const GAP = 4
/** From this number on JavaScript writes numbers with an exponent, so no picture is drawn. */
const TOO_LARGE = 1e21
/** The most month labels. */
const MAX_LABELS = 6

interface Month {
  period: string
  volume: number
  isEstimated: boolean
}

/** Draws a column for each month with the sum of its zones. One estimated zone makes the month an estimate. */
export const drawingOfVolumes = (
  readings: readonly PastReading[],
  meter: string,
  unit: string,
): VolumesDrawing | null => {
  const months = byMonth(readings)
  const [first] = months
  const last = months.at(-1)
  if (!first || !last || months.length < 2 || months.some(({ volume }) => volume >= TOO_LARGE)) return null
  const { y, levels } = chartScale(
    months.map(({ volume }) => volume),
    { base: BASE, count: 3 },
  )
  const columns = (isEstimated: boolean) =>
    months
      .map((month, at) =>
        month.isEstimated === isEstimated
          ? `M${MONTH * at + GAP} ${y(0)}V${y(month.volume)}h${MONTH - 2 * GAP}V${y(0)}`
          : '',
      )
      .join('')
  const ends = `${formatPeriod(first.period)}\u00a0— ${formatPeriod(last.period)}`
  return {
    name: `${withUnit(`Расход по месяцам, ${meter},`, unit)}, ${ends}`,
    frame: {
      width: months.length * MONTH,
      height: HEIGHT,
      levels,
      labels: labelsUnder(
        months.map(({ period }) => `${period.slice(5)}.${period.slice(2, 4)}`),
        MAX_LABELS,
      ),
    },
    base: y(0),
    read: columns(false),
    estimated: columns(true),
  }
}

/** Returns the months, oldest first, from readings that are newest first. A meter's first reading has no volume. */
const byMonth = (readings: readonly PastReading[]): Month[] => {
  const months = new Map<string, { volumes: Map<Zone, number>; isEstimated: boolean }>()
  for (const { period, zone, volume, source, corrects, isFirst } of readings.toReversed()) {
    const month = months.get(period) ?? { volumes: new Map(), isEstimated: false }
    const before = corrects ? 0 : (month.volumes.get(zone) ?? 0)
    if (isFirst) month.volumes.delete(zone)
    else month.volumes.set(zone, before + Number(volume))
    month.isEstimated ||= source === 'estimated'
    months.set(period, month)
  }
  return [...months]
    .filter(([, { volumes }]) => volumes.size > 0)
    .map(([period, { volumes, isEstimated }]) => ({
      period,
      volume: sumOf([...volumes.values()]),
      isEstimated,
    }))
    .sort((a, b) => (a.period < b.period ? -1 : 1))
}

const sumOf = (volumes: readonly number[]) => volumes.reduce((sum, volume) => sum + volume, 0)
