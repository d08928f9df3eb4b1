import { DAY } from 'format/durations'
import { expect, test } from 'vitest'
import { SentKeys } from './sent-keys.server'

test('a sent key is remembered for a day, unless its request was refused', () => {
  const keys = new SentKeys()
  keys.add('a', 0)
  keys.add('b', 0)
  keys.delete('b')
  expect(['a', 'b', 'c'].map((key) => keys.has(key, DAY - 1))).toEqual([true, false, false])
  expect(keys.has('a', DAY)).toBe(false)
})

test('the number of keys is limited, and the oldest is dropped first', () => {
  const keys = new SentKeys()
  for (let index = 0; index < 10_000; index += 1) keys.add(`k${index}`)
  keys.add('k0')
  keys.add('one more')
  expect(['k0', 'k1', 'k2', 'one more'].map((key) => keys.has(key))).toEqual([true, false, true, true])
})
