/** Meters and their readings. Other domains import only from here. */
export {
  type BilledVolume,
  type CountedVolumes,
  countVolumes,
  leastExact,
  type MeteredService,
  type ServiceVolume,
} from './count-volumes'
export { type Judgement, judgeReading } from './judge-reading'
export type { FindTariffs } from './meters.service'
export { readingsOf, type ZoneOfMeter, zonesOf } from './past-readings'
export { windowsFrom } from './reading-window'
export { insertReadings, lockMetersOf, type NewReading } from './readings.repository'
export { readingsRoutes } from './readings.routes'
export { remindOfReadingsStep } from './remind-of-readings.step'
