import { type CountedVolumes, leastExact, type ServiceVolume } from 'api/readings'
import type { CountingMethod } from 'contract/explanation'
import type { Consumption, DemoAccountStory } from './demo-accounts'
import { isCountedBy } from './demo-meters'
import { chance, wholeBetween } from './demo-random'
import { type DemoServiceId, demoServices, tariffIn } from './demo-tariffs'
import type { DemoInvoiceLine } from './demo-types'

/** Gigacalories a square metre by month, January first: the heating season ends in April and begins in October. */
const heatingNorm = [0.0245, 0.0221, 0.0192, 0.0118, 0, 0, 0, 0, 0, 0.0108, 0.0176, 0.0231]
/** Power use relative to a mild month, January first. */
const darkness = [1.35, 1.25, 1.12, 1, 0.92, 0.85, 0.82, 0.88, 0.98, 1.1, 1.25, 1.4]
/** A dacha is used in summer. */
const dachaSeason = [0.15, 0.15, 0.2, 0.6, 1.1, 1.3, 1.4, 1.35, 1, 0.5, 0.2, 0.15]

interface ServiceUsage {
  service: DemoServiceId
  /** In thousandths of the unit, as a meter shows them. */
  thousandths: number
  /** The method, if it is not the usual one. */
  method?: CountingMethod
  /** The refunded share of the charge. */
  outageShare?: number
  /** The share that a benefit covers. */
  benefit?: number
}

type Usage = (story: DemoAccountStory, period: string, month: number) => ServiceUsage[]

/** Thousandths between two volumes (in hundredths), so that a bill shows '5,34' and not '5,3417'. */
const meteredVolume = (min: number, max: number, factor: number, ...words: (string | number)[]) =>
  Math.round(wholeBetween(min, max, ...words) * factor) * 10

const areaOf = (story: DemoAccountStory) => Math.round((story.area ?? 0) * 1000)

const flatUsage: Usage = (story, period, month) => {
  const people = story.residents ?? 1
  const word = (name: string) => [story.account, period, name] as const
  const heat = Math.round((story.area ?? 0) * (heatingNorm[month] ?? 0) * 1000)
  const cold = meteredVolume(210, 330, people, ...word('cold'))
  // The heating network is repaired for ten days in July.
  const hot = meteredVolume(130, 215, people * (month === 6 ? 0.7 : 1), ...word('hot'))
  const power = (darkness[month] ?? 1) * (0.6 + 0.4 * people)
  return [
    { service: 'upkeep', thousandths: areaOf(story) },
    { service: 'overhaul', thousandths: areaOf(story), ...(story.benefit ? { benefit: 0.5 } : {}) },
    { service: 'heating', thousandths: heat },
    // Many are away in August and send no reading.
    { service: 'coldWater', thousandths: cold, ...(month === 7 ? { method: 'average' } : {}) },
    { service: 'hotWater', thousandths: hot, ...(month === 7 ? { outageShare: 0.12 } : {}) },
    { service: 'sewerage', thousandths: cold + hot },
    { service: 'powerDay', thousandths: Math.round(wholeBetween(62, 84, ...word('day')) * power) * 1000 },
    { service: 'powerNight', thousandths: Math.round(wholeBetween(24, 38, ...word('night')) * power) * 1000 },
    { service: 'waste', thousandths: people * 1000 },
    { service: 'intercom', thousandths: 1000 },
  ]
}

const usage: Record<Consumption, Usage> = {
  flat: flatUsage,
  telecom: (story, period) => [
    {
      service: 'internet',
      thousandths: 1000,
      ...(chance(story.account, period, 'outage') < 0.1 ? { outageShare: 0.1 } : {}),
    },
    { service: 'television', thousandths: 1000 },
    { service: 'telephone', thousandths: 1000 },
    { service: 'longDistance', thousandths: wholeBetween(0, 24, story.account, period, 'calls') * 1000 },
  ],
  garage: (story, period, month) => [
    { service: 'guarding', thousandths: 1000 },
    { service: 'driveways', thousandths: areaOf(story) },
    {
      service: 'power',
      thousandths:
        Math.round(wholeBetween(18, 42, story.account, period, 'power') * (darkness[month] ?? 1)) * 1000,
    },
  ],
  dacha: (story, period, month) => [
    {
      service: 'powerDay',
      thousandths:
        Math.round(wholeBetween(110, 190, story.account, period, 'day') * (dachaSeason[month] ?? 1)) * 1000,
    },
    {
      service: 'powerNight',
      thousandths:
        Math.round(wholeBetween(40, 80, story.account, period, 'night') * (dachaSeason[month] ?? 1)) * 1000,
    },
  ],
}

const usageIn = (story: DemoAccountStory, period: string) =>
  usage[story.consumption](story, period, Number(period.slice(5)) - 1)

/** What an account uses in a period, in thousandths of each service's unit. */
export const usedIn = (story: DemoAccountStory, period: string): ReadonlyMap<DemoServiceId, number> =>
  new Map(usageIn(story, period).map(({ service, thousandths }) => [service, thousandths]))

type Counted = Pick<CountedVolumes, 'charged' | 'corrected'>

/**
 * The lines of an account's bill for a period, without services that were not used. Volumes of the account's meters
 * replace the invented usage.
 */
export function chargesOf(
  story: DemoAccountStory,
  period: string,
  { charged: volumes, corrected }: Counted = { charged: [], corrected: [] },
): DemoInvoiceLine[] {
  return usageIn(story, period).flatMap((used): DemoInvoiceLine[] => {
    const { service } = used
    const ownVolumes = volumes.filter((one) => isCountedBy(service, story.consumption, one))
    const isMetered = ownVolumes.length > 0
    const thousandths = isMetered ? sumOf(ownVolumes) : used.thousandths
    if (thousandths === 0 && !isMetered) return []
    const { name, unit, method: usual } = demoServices[service]
    const { charged, reduction } = priceOf(used, period, thousandths)
    const recalculation = recalculationOf(story, service, corrected) - reduction
    const benefitAmount = used.benefit ? Math.round(charged * used.benefit) : 0
    return [
      {
        service: name,
        unit,
        volume: thousandths / 1000,
        tariff: tariffIn(period, demoServices[service]),
        method: isMetered ? leastExact(...ownVolumes.map(({ method }) => method)) : (used.method ?? usual),
        charged,
        ...(recalculation === 0 ? {} : { recalculation }),
        ...(benefitAmount === 0 ? {} : { benefit: benefitAmount }),
        total: charged + recalculation - benefitAmount,
      },
    ]
  })
}

/** Kopecks for a volume, and the part of them that is given back. */
const priceOf = ({ service, outageShare }: ServiceUsage, period: string, thousandths: number) => {
  const charged = Math.round((thousandths * tariffIn(period, demoServices[service])) / 1000)
  return { charged, reduction: outageShare ? Math.round(charged * outageShare) : 0 }
}

/** Kopecks by which earlier periods have been charged too little; below zero: too much. */
const recalculationOf = (story: DemoAccountStory, service: DemoServiceId, corrected: Counted['corrected']) =>
  corrected.reduce((sum, { period, was, is }) => {
    const used = usageIn(story, period).find((one) => one.service === service)
    if (!used) return sum
    const chargeOf = (volumes: readonly ServiceVolume[]) => {
      const ownVolumes = volumes.filter((one) => isCountedBy(service, story.consumption, one))
      const { charged, reduction } = priceOf(used, period, sumOf(ownVolumes))
      return charged - reduction
    }
    return sum + chargeOf(is) - chargeOf(was)
  }, 0)

const sumOf = (volumes: readonly ServiceVolume[]) =>
  volumes.reduce((sum, { thousandths }) => sum + thousandths, 0)
