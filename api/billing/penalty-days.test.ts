import { addDays } from 'format/dates'
import { describe, expect, it } from 'vitest'
import { countPenalty } from './penalty-days'

/** A debt that was due on 15 April 2026 unless told otherwise, on each day from the first to the last. */
interface Owed {
  from: string
  to: string
  base?: number
  debt?: number
  dueAt?: string
}

const counted = (...owed: Owed[]) => {
  const penalty = countPenalty()
  for (const { from, to, base = 300_000, debt = 0, dueAt = '2026-04-15' } of owed)
    for (let day = from; day <= to; day = addDays(day, 1)) penalty.add({ debt, base, dueAt, day })
  return penalty
}

describe('the days of a penalty', () => {
  it('are one line as long as nothing changes, and begin where the penalty does', () => {
    const penalty = counted({ from: '2026-05-01', to: '2027-01-02' })
    expect(penalty.days()).toEqual([
      { from: '2026-05-16', to: '2026-07-14', base: 300_000, rate: '9.5', days: 60, amount: 5_700 },
      { from: '2026-07-15', to: '2027-01-02', base: 300_000, rate: '9.5', days: 172, amount: 37_708 },
    ])
    expect(penalty.total()).toBe(43_408)
  })

  it('are two lines where the debt became another one, and where it was paid for a while', () => {
    const less = counted(
      { from: '2026-06-01', to: '2026-06-10' },
      { from: '2026-06-11', to: '2026-06-20', base: 200_000 },
      { from: '2026-06-23', to: '2026-06-30', base: 200_000 },
    )
    expect(less.days()).toMatchObject([
      { from: '2026-06-01', to: '2026-06-10', base: 300_000, days: 10, amount: 950 },
      { from: '2026-06-11', to: '2026-06-20', base: 200_000, days: 10, amount: 633 },
      { from: '2026-06-23', to: '2026-06-30', base: 200_000, days: 8, amount: 507 },
    ])
  })

  it('are two lines where the key rate has changed below the cap', () => {
    expect(counted({ from: '2022-07-20', to: '2022-07-29', dueAt: '2022-01-15' }).days()).toMatchObject([
      { from: '2022-07-20', to: '2022-07-24', rate: '9.5', days: 5 },
      { from: '2022-07-25', to: '2022-07-29', rate: '8', days: 5 },
    ])
  })

  it('are lines of their own for each of several equal debts', () => {
    const penalty = countPenalty()
    for (let day = '2026-06-01'; day <= '2026-06-10'; day = addDays(day, 1))
      for (const debt of [0, 1]) penalty.add({ debt, base: 300_000, dueAt: '2026-04-15', day })
    const line = { from: '2026-06-01', to: '2026-06-10', base: 300_000, days: 10, amount: 950 }
    expect(penalty.days()).toMatchObject([line, line])
  })

  it.each([
    ['is up to 30 days overdue', { from: '2026-05-01', to: '2026-05-15' }],
    ['is before the first known key rate', { from: '2022-02-01', to: '2022-02-27', dueAt: '2021-12-15' }],
  ])('are none while the debt %s', (_, owed) => {
    const penalty = counted(owed)
    expect(penalty.days()).toEqual([])
    expect(penalty.total()).toBe(0)
  })
})
