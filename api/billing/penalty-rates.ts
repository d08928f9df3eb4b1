import { addDays } from 'format/dates'

/** In hundredths of a percent a year. */
interface DatedRate {
  since: string
  hundredths: number
}

/** The key rates of the Bank of Russia, oldest first. Add a new one at the end. */
const keyRates: readonly DatedRate[] = [
  { since: '2022-02-28', hundredths: 2000 },
  { since: '2022-04-11', hundredths: 1700 },
  { since: '2022-05-04', hundredths: 1400 },
  { since: '2022-05-27', hundredths: 1100 },
  { since: '2022-06-14', hundredths: 950 },
  { since: '2022-07-25', hundredths: 800 },
  { since: '2022-09-19', hundredths: 750 },
  { since: '2023-07-24', hundredths: 850 },
  { since: '2023-08-15', hundredths: 1200 },
  { since: '2023-09-18', hundredths: 1300 },
  { since: '2023-10-30', hundredths: 1500 },
  { since: '2023-12-18', hundredths: 1600 },
  { since: '2024-07-29', hundredths: 1800 },
  { since: '2024-09-16', hundredths: 1900 },
  { since: '2024-10-28', hundredths: 2100 },
  { since: '2025-06-09', hundredths: 2000 },
  { since: '2025-07-28', hundredths: 1800 },
  { since: '2025-09-15', hundredths: 1700 },
  { since: '2025-10-27', hundredths: 1650 },
  { since: '2025-12-22', hundredths: 1600 },
  { since: '2026-02-16', hundredths: 1550 },
]

/** The Bank decides eight times a year: a table without a new rate for a year is out of date. */
export const keyRatesEnd = addDays(keyRates.at(-1)?.since ?? '', 365)

/** A penalty is counted by at most the key rate of 27 February 2022. */
const capHundredths = 950

/**
 * The first day without a known decree about the cap. Until then Government Decree 474 of 26.03.2022 applies, as amended by
 * Decree 329 of 18.03.2025. It has been prolonged each year, and a penalty that is too high can't be taken back, so the cap
 * stays in use. Enter a new decree, or the end of the cap, here.
 */
export const penaltyCapEnds = '2027-01-01'

/** The rate of a penalty on a day, in hundredths of a percent a year: the lower of the cap and the key rate. */
export function penaltyRateOn(day: string, rates = keyRates): number {
  const keyRate = rates.findLast(({ since }) => since <= day)?.hundredths ?? 0
  return Math.min(capHundredths, keyRate)
}
