import { decimal } from 'contract/readings'
import { day } from 'contract/time'
import { describe, expect, test } from 'vitest'
import { meterNames, viewOfMeter } from './readings-view'

const october = { from: day.parse('2026-10-15'), to: day.parse('2026-10-25'), open: true }
const here = { today: '2026-10-20', timeZone: 'Europe/Moscow' }

const coldWater = {
  id: 'm1',
  service: 'Холодная вода',
  serial: '1234567',
  place: null,
  unit: 'м³',
  zones: [{ zone: 't1' as const, title: 'День' }],
  digits: 5,
  decimals: 3,
  usual: { t1: decimal.parse('5.413') },
}

test('a meter is named by its serial number and place, as far as they are known', () => {
  const whichOf = (meter: object) =>
    viewOfMeter({ ...coldWater, ...meter }, october, here).which.replaceAll('\u00a0', ' ')
  expect(whichOf({ place: 'кухня' })).toBe('Счётчик № 1234567, кухня')
  expect(whichOf({ serial: ' ', place: 'кухня' })).toBe('Счётчик, кухня')
  const names = meterNames([coldWater, { ...coldWater, id: 'm2', serial: '' }])
  expect(names.meter('m1')).toBe('Холодная вода, №\u00a01234567')
  expect(names.meter('m2')).toBe('Холодная вода')
})

test('what is usual is told as people tell it, not to the litre', () => {
  const { zones } = viewOfMeter(coldWater, october, here)
  expect(zones[0]?.hint.replaceAll('\u00a0', ' ')).toBe('Прошлого показания ещё нет. Обычно 5,4 м³ в месяц.')
})

describe('what was sent in this window', () => {
  const sent = (...last: readonly [value: string, at: string, source?: 'customer' | 'estimated'][]) =>
    viewOfMeter(
      {
        id: 'm1',
        service: 'Электроэнергия',
        serial: '1234567',
        place: null,
        unit: 'кВт·ч',
        zones: last.map(([value, at, source = 'customer'], at0) => ({
          zone: at0 === 0 ? 't1' : 't2',
          title: at0 === 0 ? 'День' : 'Ночь',
          last: { value: decimal.parse(value), at, source },
        })),
        digits: 5,
        decimals: 1,
      },
      october,
      here,
    ).sent.map((words) => words.replaceAll('\u00a0', ' '))

  test('is said with its day in the company’s zone', () => {
    expect(sent(['1234.5', '2026-10-19T21:30:00Z'])).toEqual(['Передано 20 октября: 1 234,5 кВт·ч'])
  })

  test('is said for all zones of a day together, and apart for other days', () => {
    const at = '2026-10-19T10:00:00Z'
    expect(sent(['10', at], ['20', at])).toEqual(['Передано 19 октября: День — 10 кВт·ч, Ночь — 20 кВт·ч'])
    expect(sent(['10', at], ['20', '2026-10-18T10:00:00Z'])).toEqual([
      'Передано 19 октября: День — 10 кВт·ч',
      'Передано 18 октября: Ночь — 20 кВт·ч',
    ])
  })

  test('is neither a reading of an earlier window nor one that the customer has not sent', () => {
    expect(sent(['10', '2026-09-20'])).toEqual([])
    expect(sent(['10', '2026-10-19', 'estimated'])).toEqual([])
  })
})
