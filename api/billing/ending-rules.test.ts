import { expect, test } from 'vitest'
import { endingRules } from './ending-rules'

test('rules of law are said to end sixty days ahead, and after their end', () => {
  expect(endingRules('2026-11-01')).toEqual([])
  const ending = endingRules('2026-11-02').map(({ endsOn }) => endsOn)
  expect(ending).toEqual(['2027-01-01', '2027-01-01'])
  expect(endingRules('2026-12-18').map(({ endsOn }) => endsOn)).toContain('2027-02-16')
  expect(endingRules('2027-06-01')).toHaveLength(3)
})
