import { describe, expect, it } from 'vitest'
import { dayOf } from './load-page.server'

describe('the date of a content page', () => {
  it.each([
    ['2026-10-05', '2026-10-05'],
    ['2026-10-05T09:12:44Z', '2026-10-05'],
    ['2026-10-05T21:00:00Z', '2026-10-06'],
    ['2026-10-05T21:00:00.123+03:00', '2026-10-05'],
  ])('%s is %s in Moscow', (written, day) => {
    expect(dayOf(written, 'Europe/Moscow')).toBe(day)
  })

  it.each(['', 'вчера', '2026-02-31', '2026-13-01', '2026-10', '05.10.2026', '2026-10-05T99:00'])(
    'is left out when it is %j',
    (written) => {
      expect(dayOf(written, 'Europe/Moscow')).toBeNull()
    },
  )
})
