import { expect, test } from 'vitest'
import { isPoll, pollAddress, pollDelay, queryOfPage } from './poll'

test('an address is polled by another one, which is known as that of a poll', () => {
  const page = 'https://portal.test/pay/success?payment=p'
  expect(isPoll({ url: page })).toBe(false)
  expect(isPoll({ url: pollAddress(page) })).toBe(true)
})

test.each([
  ['payment=p&watch', 'payment=p'],
  ['payment=a%26watch%2Bb&watch=', 'payment=a%26watch%2Bb'],
  ['payment=watch&watched', 'payment=watch&watched'],
  ['payment=p', 'payment=p'],
  ['watch', ''],
  ['', ''],
])('the query %j is of the page with %j', (query, page) => expect(queryOfPage(query)).toBe(page))

test('polling slows down to once a minute, and ends', () => {
  const delays: number[] = []
  for (let delay = pollDelay(0); delay !== null; delay = pollDelay(delays.length)) delays.push(delay)
  expect(delays[0]).toBe(2_000)
  expect(delays).toEqual([...delays].sort((a, b) => a - b))
  expect(Math.max(...delays)).toBe(60_000)
  expect(delays.length).toBe(40)
})
