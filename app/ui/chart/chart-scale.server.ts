import { scaleLinear } from 'd3-scale'
import { formatVolume } from 'format/decimal'
import type { ChartLabel, ChartLevel } from './chart'

/** Pixels above the highest level. */
const TOP = 12
/** The largest number of decimals of a level. */
const DECIMALS = 6

interface ChartScale {
  /** Pixels from the top. */
  y(value: number): number
  levels: ChartLevel[]
}

/** The scale of the values and zero: about `count` round levels, from `base` pixels upwards. */
export const chartScale = (
  values: readonly number[],
  { base, count }: { base: number; count: number },
): ChartScale => {
  const scale = scaleLinear([Math.min(0, ...values), Math.max(0, ...values)], [base, TOP]).nice(count)
  const y = (value: number) => Math.round(scale(value))
  const levels = scale
    .ticks(count)
    .map((value) => ({ y: y(value), text: formatVolume(value.toFixed(DECIMALS)) }))
  return { y, levels }
}

/** The label in the middle of one of `count` columns. */
export const labelUnder = (place: number, count: number, text: string): ChartLabel => ({
  x: Math.round(((place + 0.5) / count) * 1000) / 10,
  text,
})

/** At most `most` labels of columns, at equal distances. */
export const labelsUnder = (texts: readonly string[], most: number): ChartLabel[] => {
  const every = Math.ceil(texts.length / most)
  return texts.flatMap((text, place) =>
    place % every === Math.floor(every / 2) ? [labelUnder(place, texts.length, text)] : [],
  )
}
