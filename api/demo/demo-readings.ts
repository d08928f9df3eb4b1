import { addDays, addMonths } from 'format/dates'
import { annaFlat, type DemoAccountStory, demoAccountStories } from './demo-accounts'
import { demoMonths, momentOf } from './demo-billing'
import { usedIn } from './demo-charges'
import { type MeterKind, meterKinds } from './demo-meters'
import { chance, steadyId, wholeBetween } from './demo-random'
import type { DemoData, DemoMeter } from './demo-types'

type DemoReading = DemoData['readings'][number]

/** Two years of readings of every meter, whose volumes are those of the bills; the newest are of last month. */
export function demoReadings(today: string): Pick<DemoData, 'meters' | 'readings'> {
  const all = demoAccountStories(today).flatMap((story) =>
    meterKinds[story.consumption].map((kind, at) => readingsOf(story, kind, at, today)),
  )
  return { meters: all.map(({ meter }) => meter), readings: all.flatMap(({ readings }) => readings) }
}

const readingsOf = (story: DemoAccountStory, kind: MeterKind, at: number, today: string) => {
  const { account } = story
  const word = [account, kind.service] as const
  const meter: DemoMeter = {
    id: steadyId('meter', ...word),
    account,
    position: at + 1,
    service: kind.service,
    unit: kind.unit,
    serial: String(wholeBetween(10_000_000, 99_999_999, ...word, 'serial')),
    place: kind.place,
    zones: kind.zones.map(({ zone, title }) => ({ zone, title })),
    digits: kind.digits,
    decimals: kind.decimals,
    verified_until: verifiedUntil(story, kind, today),
  }
  const newest = addMonths(today.slice(0, 7), -1)
  const periods = Array.from({ length: demoMonths }, (_, index) => addMonths(newest, index - demoMonths + 1))
  return { meter, readings: kind.zones.flatMap((zone, place) => readingsOfZone(zone, place)) }

  function readingsOfZone({ zone, billedAs }: MeterKind['zones'][number], place: number): DemoReading[] {
    const unit = 10 ** kind.decimals
    let value = wholeBetween(...kind.startValue, ...word, zone) * unit
    return periods.map((period) => {
      const previous = value
      const volume = ((usedIn(story, period).get(billedAs) ?? 0) * unit) / 1000
      value += volume
      return {
        id: steadyId('reading', ...word, zone, period),
        account,
        meter_id: meter.id,
        zone,
        value,
        previous,
        volume,
        period,
        ...whenAndWho([...word, period], period, place),
      }
    })
  }
}

/** One of Anna's meters was verified last too long ago, so that the warning can be seen. */
const verifiedUntil = ({ account }: DemoAccountStory, { service }: MeterKind, today: string) => {
  if (account === annaFlat && service === 'Горячая вода') return addDays(today, -20)
  const year = Number(today.slice(0, 4)) + wholeBetween(1, 4, account, service, 'verified')
  return `${year}-${String(wholeBetween(1, 12, account, service, 'month')).padStart(2, '0')}-14`
}

/** In most months the customer reads the meter around the 20th. An estimate is of the last day of the month. */
const whenAndWho = (
  words: readonly string[],
  period: string,
  place: number,
): Pick<DemoReading, 'read_at' | 'source'> => {
  const luck = chance(...words, 'source')
  if (luck < 0.08) {
    const lastDay = addDays(`${addMonths(period, 1)}-01`, -1)
    return { source: 'estimated', read_at: momentOf(lastDay, 12 * 60, 9 - place) }
  }
  const day = `${period}-${wholeBetween(16, 24, ...words, 'day')}`
  return {
    source: luck < 0.16 ? 'operator' : 'customer',
    // The second zone of a meter stands below the first in the history, which begins with the newest.
    read_at: momentOf(day, wholeBetween(8 * 60, 21 * 60, ...words, 'minute'), 9 - place),
  }
}
