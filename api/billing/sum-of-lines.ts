import type { z } from 'zod'
import type { storedLine } from './stored-invoice'

/** A line of an invoice, or what several come to. */
export type ComparedLine = z.input<typeof storedLine>

/** Lines of one service as a single one; null where they can't be added up: without volumes, or in several units. */
export const sumOfLines = (lines: readonly ComparedLine[]): ComparedLine | null => {
  const [first] = lines
  const volumes = lines.flatMap(({ volume }) => volume ?? [])
  const unit = inAll(lines.map((line) => line.unit ?? null))
  if (!first || volumes.length < lines.length || unit === undefined) return null
  const volume = Number(sum(volumes).toFixed(volumeDigits))
  const charged = sum(lines.map((line) => line.charged))
  const tariff = inAll(lines.map((line) => line.tariff ?? null))
  return {
    service: first.service,
    unit,
    volume,
    tariff: tariff === undefined ? meanTariff(charged, volume) : tariff,
    method: inAll(lines.map(({ method }) => method)),
    charged,
    recalculation: sum(lines.map(({ recalculation }) => recalculation ?? 0)),
    total: sum(lines.map(({ total }) => total)),
  }
}

/** As many as an import takes: adding floating-point numbers makes more. */
const volumeDigits = 9

/** Kopecks for a unit, with four digits after the ruble's point as tariffs have them. */
const meanTariff = (charged: number, volume: number) =>
  volume === 0 ? null : Math.round((charged / volume) * 100) / 100

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The value that all have; undefined: they differ. */
const inAll = <Value>(values: readonly Value[]): Value | undefined =>
  values.every((value) => value === values[0]) ? values[0] : undefined
