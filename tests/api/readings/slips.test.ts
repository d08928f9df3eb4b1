import { addMonths } from 'format/dates'
import { expect, test } from 'vitest'
import type { Reading } from '../../../api/readings/consumption'
import { judgeReading } from '../../../api/readings/judge-reading'

/** 1,000 generated meters, 24 months each, cold water in thousandths: households of all sizes, seasons, empty months. */
const METERS = 1_000
const MONTHS = 24
const LEARNED = 6
const FIRST = '2024-03'

/** A generator of its own, so that every run has the same figures. */
const randomOf = (seed: number) => {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

const monthsOf = (meter: number): number[] => {
  const random = randomOf(meter + 1)
  for (let warm = 0; warm < 10; warm += 1) random()
  const usual = 1_500 + random() * 12_000
  const season = random() * 0.3
  return Array.from({ length: MONTHS }, (_, at) => {
    // The sum of three is close to a bell.
    const noise = (random() + random() + random() - 1.5) * 0.7
    const summer = 1 + season * Math.cos((at / 12) * 2 * Math.PI)
    const isEmpty = random() < 0.02
    return Math.round(usual * summer * Math.exp(noise) * (isEmpty ? 0.1 : 1))
  })
}

test('slips by a digit are caught, and few right readings are doubted', () => {
  const counts = { right: 0, doubted: 0, slips: 0, caught: 0, ordinary: 0, ordinaryCaught: 0 }
  for (let meter = 0; meter < METERS; meter += 1) {
    const volumes = monthsOf(meter)
    let value = 200_000
    const readings: Reading[] = []
    for (const [at, volume] of volumes.entries()) {
      const period = addMonths(FIRST, at)
      const typed = (slip: number) => ({ value: value + slip, period, digits: 5, decimals: 3 })
      if (at >= LEARNED) {
        counts.right += 1
        if (judgeReading(readings, typed(volume)).doubt) counts.doubted += 1
        const average = readings.slice(-6).reduce((sum, one) => sum + one.volume, 0) / 6
        // A digit too many in the volume; and the same in the value itself, with the comma left out or moved.
        counts.slips += 1
        if (judgeReading(readings, typed(volume * 10)).doubt) counts.caught += 1
        if (volume > average * 0.4) {
          counts.ordinary += 1
          if (judgeReading(readings, typed(volume * 10)).doubt) counts.ordinaryCaught += 1
        }
        for (const slipped of [(value + volume) * 10, Math.round((value + volume) / 10)])
          expect(judgeReading(readings, { ...typed(0), value: slipped, digits: 7 }).doubt).not.toBeNull()
      }
      readings.push({
        value: value + volume,
        previous: value,
        volume,
        corrects: 0,
        period,
        source: 'customer',
      })
      value += volume
    }
  }
  const share = (part: number, whole: number) => `${((part / whole) * 100).toFixed(3)} %`
  console.info(
    `${counts.right} right readings, doubted ${counts.doubted} (${share(counts.doubted, counts.right)}); ` +
      `${counts.slips} tenfold volumes, caught ${counts.caught} (${share(counts.caught, counts.slips)}), ` +
      `of ${counts.ordinary} in ordinary months ${counts.ordinaryCaught}`,
  )
  expect(counts.right).toBe(METERS * (MONTHS - LEARNED))
  expect(counts.doubted / counts.right).toBeLessThanOrEqual(0.02)
  expect(counts.ordinaryCaught).toBe(counts.ordinary)
  // Ten times an empty month is one like any other.
  expect(counts.caught / counts.slips).toBeGreaterThan(0.97)
})
