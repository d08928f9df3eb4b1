import { decimal } from 'contract/readings'
import { expect, test } from 'vitest'
import { viewOfMeter } from './readings-view'

test('what is usual is told as people tell it, not to the litre', () => {
  const { zones } = viewOfMeter(
    {
      id: 'm1',
      service: 'Холодная вода',
      serial: '1234567',
      place: null,
      unit: 'м³',
      zones: [{ zone: 't1', title: 'День' }],
      digits: 5,
      decimals: 3,
      usual: { t1: decimal.parse('5.413') },
    },
    { today: '2026-10-20', timeZone: 'Europe/Moscow' },
  )
  expect(zones[0]?.hint.replaceAll('\u00a0', ' ')).toBe('Прошлого показания ещё нет. Обычно 5,4 м³ в месяц.')
})
