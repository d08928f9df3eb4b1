import { expect, test } from 'vitest'
import { sumOfParts } from './basket-part'

test.each([
  [[], 0],
  [['', ' '], 0],
  [['10', '0,50'], 1_050],
  [['1 234,56', '', '0.01'], 123_457],
  [['10', 'сто'], null],
  [['-1'], null],
  [['1,234'], null],
  [['50000000000000', '50000000000000'], null],
])('the parts %j come to %j kopecks', (typed, kopecks) => expect(sumOfParts(typed)).toBe(kopecks))
