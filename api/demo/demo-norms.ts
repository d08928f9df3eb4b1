import type { MeteredService } from 'api/readings'
import type { DemoAccountStory } from './demo-accounts'
import { billedAsOf } from './demo-meters'
import type { DemoServiceId } from './demo-tariffs'

/** Thousandths of the unit a month for each person, where people live; otherwise for the place. */
const norms: Partial<Record<DemoServiceId, number>> = {
  coldWater: 4_560,
  hotWater: 3_190,
  powerDay: 95_000,
  powerNight: 45_000,
  power: 40_000,
}

/** What a metered service is charged for where neither a reading nor an average counts, thousandths of the unit. */
export const normOf = ({ consumption, residents }: DemoAccountStory, metered: MeteredService): number => {
  const billedAs = billedAsOf(consumption, metered)
  return (billedAs ? (norms[billedAs] ?? 0) : 0) * (residents ?? 1)
}
