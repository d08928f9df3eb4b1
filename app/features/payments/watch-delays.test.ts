import { expect, test } from 'vitest'
import { delayOfLook } from './watch-delays'

test('looks come ever later, a minute apart at most, and end', () => {
  const delays: number[] = []
  for (let delay = delayOfLook(0); delay !== null; delay = delayOfLook(delays.length)) delays.push(delay)
  expect(delays[0]).toBe(2_000)
  expect(delays).toEqual([...delays].sort((a, b) => a - b))
  expect(Math.max(...delays)).toBe(60_000)
  expect(delays.length).toBe(40)
})
