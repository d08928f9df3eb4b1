import type { CountingMethod } from 'contract/explanation'

interface DemoService {
  name: string
  unit: string
  /** `null`: counted by equipment of the provider, not by a meter of the flat. */
  method: CountingMethod | null
  /** Kopecks for one unit from July 2026. */
  tariff: number
  /** Regulated tariffs rise each July, contract prices do not. */
  regulated: boolean
}

const service =
  (isRegulated: boolean) =>
  (name: string, unit: string, method: CountingMethod | null, tariff: number): DemoService => ({
    name,
    unit,
    method,
    tariff,
    regulated: isRegulated,
  })
const regulated = service(true)
const contracted = service(false)

export const demoServices = {
  upkeep: regulated('Содержание и ремонт жилья', 'м²', 'area', 3486),
  overhaul: regulated('Взнос на капитальный ремонт', 'м²', 'area', 1895),
  heating: regulated('Отопление', 'Гкал', 'norm', 294618),
  coldWater: regulated('Холодная вода', 'м³', 'meter', 5412),
  hotWater: regulated('Горячая вода', 'м³', 'meter', 24875),
  sewerage: regulated('Водоотведение', 'м³', 'meter', 4683),
  powerDay: regulated('Электроэнергия, день', 'кВт·ч', 'meter', 806),
  powerNight: regulated('Электроэнергия, ночь', 'кВт·ч', 'meter', 342),
  power: regulated('Электроэнергия', 'кВт·ч', 'meter', 734),
  waste: regulated('Вывоз отходов', 'чел.', 'people', 18240),
  intercom: contracted('Домофон', 'мес.', 'fixed', 6500),
  internet: contracted('Интернет, 300 Мбит/с', 'мес.', 'fixed', 65000),
  television: contracted('Телевидение, 180 каналов', 'мес.', 'fixed', 24000),
  telephone: contracted('Домашний телефон', 'мес.', 'fixed', 21500),
  longDistance: contracted('Междугородные звонки', 'мин.', null, 320),
  guarding: contracted('Охрана и въезд', 'мес.', 'fixed', 60000),
  driveways: contracted('Уборка и ремонт проездов', 'м²', 'area', 1250),
} as const satisfies Record<string, DemoService>

export type DemoServiceId = keyof typeof demoServices

/** The ratio of a year's July tariffs to the ones before. */
const growthInJuly: Record<number, number> = { 2023: 1.09, 2024: 1.098, 2025: 1.119, 2026: 1.083 }
const usualGrowth = 1.06
const baseYear = 2026

/** Kopecks for one unit of a service in a period; a regulated one rises each July. */
export function tariffIn(period: string, service: DemoService): number {
  if (!service.regulated) return service.tariff
  const [year = baseYear, month = 1] = period.split('-').map(Number)
  const tariffYear = month >= 7 ? year : year - 1
  let factor = 1
  for (let july = tariffYear; july < baseYear; july++) factor /= growthInJuly[july + 1] ?? usualGrowth
  for (let july = tariffYear; july > baseYear; july--) factor *= growthInJuly[july] ?? usualGrowth
  return Math.round(service.tariff * factor)
}
