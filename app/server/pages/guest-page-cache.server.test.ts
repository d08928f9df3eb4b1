import { expect, test } from 'vitest'
import type { TransportAnswer, TransportRequest } from '../../api-client/transport'
import { createContentChecks } from './guest-page-cache.server'

const answerWith = (title: string): TransportAnswer => ({
  status: 200,
  body: JSON.stringify({ title, body: '<p>Тихобережск</p>' }),
  setCookies: [],
  retryAfter: null,
})
const drawnFrom = answerWith('О компании')
const page = {
  html: Buffer.from(''),
  places: [],
  baseVersion: 1,
  content: [['/about', `${drawnFrom.status} ${drawnFrom.body}`] as const],
}

/** A product API that answers when it is told to, and the checks of a page with it. */
const checksOf = () => {
  const asked: TransportRequest[] = []
  const waiting: ((answer: TransportAnswer | Promise<never>) => void)[] = []
  const transport = (request: TransportRequest) => {
    asked.push(request)
    return new Promise<TransportAnswer>((resolve) => void waiting.push(resolve))
  }
  const check = createContentChecks({ transport, timeoutMs: 10_000 })
  return {
    asked,
    check: () => check(page, { 'x-request-id': 'one' }),
    answer: (answer: TransportAnswer | Promise<never>) => waiting.shift()?.(answer),
  }
}

test('the content is fetched once for all who ask meanwhile, and again for who asks later', async () => {
  const { asked, check, answer } = checksOf()
  const together = [check(), check(), check()]
  answer(drawnFrom)
  for (const { isUnchanged } of await Promise.all(together)) expect(isUnchanged).toBe(true)
  expect(asked.map(({ path, headers }) => [path, headers['x-request-id']])).toEqual([
    ['/api-gateway/page?path=%2Fabout', 'one'],
  ])

  const later = check()
  answer(drawnFrom)
  expect((await later).isUnchanged).toBe(true)
  expect(asked).toHaveLength(2)
})

test('content that has changed is not fetched again to draw the page', async () => {
  const { asked, check, answer } = checksOf()
  const changed = check()
  answer(answerWith('О нас'))
  const { isUnchanged, calls } = await changed
  expect(isUnchanged).toBe(false)
  const [request] = asked
  if (!request) throw new Error('nothing was asked')
  expect(await calls.transport(request)).toEqual(answerWith('О нас'))
  expect(asked).toHaveLength(1)
})

test('a failed call is a change', async () => {
  const { check, answer } = checksOf()
  const failed = check()
  answer(Promise.reject(new Error('no connection')))
  expect((await failed).isUnchanged).toBe(false)
})
