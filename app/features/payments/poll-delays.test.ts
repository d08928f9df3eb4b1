import { expect, test } from 'vitest'
import { pollDelay } from './poll-delays'

test('polling slows down to once a minute, and ends', () => {
  const delays: number[] = []
  for (let delay = pollDelay(0); delay !== null; delay = pollDelay(delays.length)) delays.push(delay)
  expect(delays[0]).toBe(2_000)
  expect(delays).toEqual([...delays].sort((a, b) => a - b))
  expect(Math.max(...delays)).toBe(60_000)
  expect(delays.length).toBe(40)
})
