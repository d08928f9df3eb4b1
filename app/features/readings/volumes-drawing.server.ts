import type { PastReading } from 'contract/readings'
import { scaleLinear } from 'd3-scale'
import { formatPeriod } from 'format/dates'
import type { VolumesDrawing } from './history-view'
import { withUnit } from './readings-view'

const HEIGHT = 190
const TOP = 12
const BASE = 160
/** One month, in the drawing's units: the column and the gaps beside it. */
const MONTH = 20
const GAP = 4
/** The most month labels. */
const NAMED = 6

interface Month {
  period: string
  volume: number
  isEstimated: boolean
}

/** Columns by month, the zones together; a month with an estimated zone is an estimated one. */
export const drawingOfVolumes = (
  readings: readonly PastReading[],
  meter: string,
  unit: string,
): VolumesDrawing | null => {
  const months = byMonth(readings)
  const [first] = months
  const last = months.at(-1)
  if (!first || !last || months.length < 2) return null
  const volumes = months.map(({ volume }) => volume)
  const scale = scaleLinear([Math.min(0, ...volumes), Math.max(0, ...volumes)], [BASE, TOP]).nice(3)
  const y = (volume: number) => Math.round(scale(volume))
  const columns = (isEstimated: boolean) =>
    months
      .map((month, at) =>
        month.isEstimated === isEstimated
          ? `M${MONTH * at + GAP} ${y(0)}V${y(month.volume)}h${MONTH - 2 * GAP}V${y(0)}`
          : '',
      )
      .join('')
  const every = Math.ceil(months.length / NAMED)
  const ends = `${formatPeriod(first.period)}\u00a0— ${formatPeriod(last.period)}`
  return {
    name: `${withUnit(`Расход по месяцам, ${meter},`, unit)}, ${ends}`,
    width: months.length * MONTH,
    height: HEIGHT,
    base: y(0),
    levels: scale.ticks(3).map((volume) => ({ y: y(volume), text: String(volume).replace('.', ',') })),
    months: months.flatMap(({ period }, at) =>
      at % every === Math.floor(every / 2)
        ? [
            {
              x: Math.round(((at + 0.5) / months.length) * 1000) / 10,
              text: `${period.slice(5)}.${period.slice(2, 4)}`,
            },
          ]
        : [],
    ),
    read: columns(false),
    estimated: columns(true),
  }
}

/** Oldest first. A picture needs no exact decimals. */
const byMonth = (readings: readonly PastReading[]): Month[] => {
  const months = new Map<string, Month>()
  for (const { period, volume, source } of readings) {
    const known = months.get(period) ?? { period, volume: 0, isEstimated: false }
    months.set(period, {
      period,
      volume: known.volume + Number(volume),
      isEstimated: known.isEstimated || source === 'estimated',
    })
  }
  return [...months.values()].sort((a, b) => (a.period < b.period ? -1 : 1))
}
