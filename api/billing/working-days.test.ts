import { expect, test } from 'vitest'
import { workingDayFrom } from './working-days'

test.each([
  ['a working day', '2026-10-15', '2026-10-15'],
  ['a Saturday', '2026-08-15', '2026-08-17'],
  ['a Sunday', '2026-11-15', '2026-11-16'],
  ['the holidays of January', '2026-01-01', '2026-01-12'],
  ['a holiday that is moved from a Sunday', '2026-03-08', '2026-03-10'],
  ['a day off that the government has moved there', '2026-12-31', '2027-01-11'],
  ['a Saturday that is worked', '2025-11-01', '2025-11-01'],
  ['a holiday of a year without a decree', '2027-11-04', '2027-11-05'],
])('%s', (_, day, working) => {
  expect(workingDayFrom(day)).toBe(working)
})
