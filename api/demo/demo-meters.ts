import type { MeteredService } from 'api/readings'
import type { Consumption } from './demo-accounts'
import type { DemoServiceId } from './demo-tariffs'

export interface MeterKind {
  service: string
  unit: string
  place: string | null
  digits: number
  decimals: number
  /** The value at the beginning, in whole units: from and to. */
  startValue: readonly [number, number]
  zones: readonly { zone: 't1' | 't2'; title: string; billedAs: DemoServiceId }[]
}

const water = { unit: 'м³', place: 'санузел', digits: 5, decimals: 3, startValue: [40, 900] } as const
const power = { unit: 'кВт·ч', digits: 6, decimals: 0, startValue: [3_000, 20_000] } as const
const dayAndNight = [
  { zone: 't1', title: 'День (Т1)', billedAs: 'powerDay' },
  { zone: 't2', title: 'Ночь (Т2)', billedAs: 'powerNight' },
] as const

/** The meters that an account has. */
export const meterKinds: Record<Consumption, readonly MeterKind[]> = {
  flat: [
    {
      ...water,
      service: 'Холодная вода',
      zones: [{ zone: 't1', title: 'Расход', billedAs: 'coldWater' }],
    },
    { ...water, service: 'Горячая вода', zones: [{ zone: 't1', title: 'Расход', billedAs: 'hotWater' }] },
    { ...power, service: 'Электроэнергия', place: 'прихожая', zones: dayAndNight },
  ],
  garage: [
    {
      ...power,
      service: 'Электроэнергия',
      place: null,
      zones: [{ zone: 't1', title: 'Расход', billedAs: 'power' }],
    },
  ],
  dacha: [{ ...power, service: 'Электроэнергия', place: 'на столбе', zones: dayAndNight }],
  telecom: [],
}

/** The service that a zone is billed as; undefined for a meter that the demo company does not have. */
export const billedAsOf = (consumption: Consumption, { service, zone }: MeteredService) =>
  meterKinds[consumption].find((one) => one.service === service)?.zones.find((one) => one.zone === zone)
    ?.billedAs

/** The volume of sewerage is the sum of these services. */
const drainedServices: readonly DemoServiceId[] = ['coldWater', 'hotWater']

/** Whether a service of the bill is counted by this zone, alone or with others. */
export const isCountedBy = (
  service: DemoServiceId,
  consumption: Consumption,
  metered: MeteredService,
): boolean => {
  const billedAs = billedAsOf(consumption, metered)
  if (billedAs === undefined) return false
  return billedAs === service || (service === 'sewerage' && drainedServices.includes(billedAs))
}
