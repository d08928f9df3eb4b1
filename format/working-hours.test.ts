import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openingState } from './working-hours'

const MOSCOW = 'Europe/Moscow'
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ')

/** The text at a moment of the week of 5–11 October 2026 (Monday to Sunday), Moscow time. */
function at(day: number, clock: string, ...lines: [string, string][]) {
  const schedule = lines.map(([days, hours]) => ({ days, hours }))
  const state = openingState(
    schedule,
    new Date(`2026-10-${String(day).padStart(2, '0')}T${clock}:00+03:00`),
    MOSCOW,
  )
  return plain(state?.text) ?? null
}

const MON = 5
const TUE = 6
const THU = 8
const FRI = 9
const SAT = 10
const SUN = 11

describe('an office open on weekdays', () => {
  const office: [string, string][] = [
    ['Пн–Пт', '9:00–18:00'],
    ['Сб', '10:00–15:00'],
    ['Вс', 'выходной'],
  ]

  it.each([
    [MON, '09:00', 'Сейчас открыто до 18:00'],
    [FRI, '17:59', 'Сейчас открыто до 18:00'],
    [MON, '08:59', 'Сейчас закрыто, откроется сегодня в 9:00'],
    [MON, '18:00', 'Сейчас закрыто, откроется завтра в 9:00'],
    [FRI, '23:00', 'Сейчас закрыто, откроется завтра в 10:00'],
    [SAT, '15:00', 'Сейчас закрыто, откроется в понедельник в 9:00'],
    [SUN, '12:00', 'Сейчас закрыто, откроется завтра в 9:00'],
  ])('on day %d at %s: %s', (day, clock, text) => {
    expect(at(day, clock, ...office)).toBe(text)
  })

  it('uses the time of its own zone', () => {
    const moment = new Date('2026-10-05T05:30:00Z')
    const schedule = [{ days: 'Пн–Пт', hours: '9:00–18:00' }]
    expect(openingState(schedule, moment, MOSCOW)?.open).toBe(false)
    expect(openingState(schedule, moment, 'Asia/Yekaterinburg')?.open).toBe(true)
  })
})

describe('schedules as people write them', () => {
  it.each([
    ['Пн–Чт', '9:00–18:00', THU],
    ['Пн-Чт', '9:00-18:00', THU],
    ['пн — чт', '09.00 — 18.00', THU],
    ['Понедельник–четверг', 'с 9:00 до 18:00', THU],
    ['Чт', 'с 9 до 18', THU],
    ['Пн, Вт, Чт', '9–18', THU],
    ['Пн. и Чт.', '9:00–18:00', THU],
    ['Пн–Вт, Чт', '9:00\u00a0–\u00a018:00', THU],
    ['Сб, Вс', '9:00–18:00', SUN],
    ['Сб-Вс', '9:00–18:00', SAT],
    ['Выходные', '9:00–18:00', SAT],
    ['Будни', '9:00–18:00', MON],
    ['Ежедневно', '9:00–18:00', SUN],
    ['Без выходных', '9:00–18:00', SUN],
  ])('%j, %j is parsed', (days, hours, day) => {
    expect(at(day, '12:00', [days, hours])).toBe('Сейчас открыто до 18:00')
  })

  it.each([
    [['Пн–Пт', 'по записи']],
    [['Первый понедельник месяца', '9:00–18:00']],
    [['Пн–Пт', '9:00–25:00']],
    [['Пн–Пт', '9:75–18:00']],
    [['', '']],
  ] as [string, string][][])('%j is not parsed', (line) => {
    expect(at(MON, '12:00', ['Вт', '9:00–18:00'], line)).toBeNull()
  })

  it('an empty schedule gives no text', () => {
    expect(at(MON, '12:00')).toBeNull()
  })
})

describe('breaks, nights and days off', () => {
  it.each([
    ['9:00–13:00, 14:00–18:00'],
    ['9:00–18:00, перерыв 13:00–14:00'],
    ['с 9:00 до 18:00, обед с 13:00 до 14:00'],
    ['9:00–18:00 (перерыв 13:00–14:00)'],
  ])('%j is closed for lunch', (hours) => {
    expect(at(MON, '12:00', ['Пн', hours])).toBe('Сейчас открыто до 13:00')
    expect(at(MON, '13:30', ['Пн', hours])).toBe('Сейчас закрыто, откроется сегодня в 14:00')
    expect(at(MON, '17:00', ['Пн', hours])).toBe('Сейчас открыто до 18:00')
  })

  it('may be open past midnight, also from Sunday to Monday', () => {
    expect(at(MON, '23:00', ['Пн', '20:00–2:00'])).toBe('Сейчас открыто до 2:00')
    expect(at(TUE, '01:00', ['Пн', '20:00–2:00'])).toBe('Сейчас открыто до 2:00')
    expect(at(MON, '01:00', ['Вс', '20:00–2:00'])).toBe('Сейчас открыто до 2:00')
  })

  it('may never close', () => {
    expect(at(SUN, '23:59', ['Ежедневно', 'круглосуточно'])).toBe('Сейчас открыто, круглосуточно')
  })

  it('closes after a 24-hour day', () => {
    expect(at(SAT, '12:00', ['Сб', 'круглосуточно'])).toBe('Сейчас открыто до полуночи')
    expect(at(SUN, '12:00', ['Вс', 'круглосуточно'], ['Пн', '0:00–6:00'])).toBe('Сейчас открыто до 6:00')
  })

  it('is closed on a day off that a later line names', () => {
    expect(at(SUN, '12:00', ['Ежедневно', '9:00–18:00'], ['Вс', 'выходной'])).toBe(
      'Сейчас закрыто, откроется завтра в 9:00',
    )
  })

  it('may open next on the same day of the next week', () => {
    expect(at(SAT, '19:00', ['Сб', '9:00–18:00'])).toBe('Сейчас закрыто, откроется через неделю в 9:00')
    expect(at(SUN, '19:00', ['Вт', '9:00–18:00'])).toBe('Сейчас закрыто, откроется во вторник в 9:00')
  })

  it('may never open', () => {
    expect(at(MON, '12:00', ['Ежедневно', 'выходной'])).toBe('Сейчас закрыто')
  })
})

describe('any schedule', () => {
  it('is open within its hours and closed outside of them', () => {
    const hour = fc.integer({ min: 0, max: 23 })
    fc.assert(
      fc.property(hour, hour, hour, (from, to, now) => {
        fc.pre(from < to)
        const moment = new Date(Date.UTC(2026, 9, 5, now - 3))
        const state = openingState([{ days: 'Пн', hours: `${from}:00–${to}:00` }], moment, MOSCOW)
        expect(state?.open).toBe(from <= now && now < to)
      }),
    )
  })

  it('never throws, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (days, hours) => {
        expect(() => openingState([{ days, hours }], new Date(0), MOSCOW)).not.toThrow()
      }),
    )
  })
})
