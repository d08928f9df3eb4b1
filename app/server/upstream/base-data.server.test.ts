import { DAY, MINUTE } from 'format/durations'
import { withNoBreaks } from 'format/shown-text'
import { createLog } from 'monitoring/create-log'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { baseData as answered } from '../../../tests/web/support/default-answers'
import type { TransportAnswer } from '../../api-client/transport'
import { createBaseDataCache } from './base-data.server'

interface Asked {
  headers: Record<string, string>
  answer(body: unknown): Promise<void>
  fail(): Promise<void>
}

/** A cache over an upstream that answers when the test tells it to. */
const setUp = () => {
  const asked: Asked[] = []
  const settled = () => vi.advanceTimersByTimeAsync(0)
  const transport = ({ headers }: { headers: Record<string, string> }) =>
    new Promise<TransportAnswer>((resolve, reject) => {
      asked.push({
        headers,
        async answer(body) {
          resolve({ status: 200, retryAfter: null, setCookies: ['sid=1'], body: JSON.stringify(body) })
          await settled()
        },
        async fail() {
          reject(new Error('down'))
          await settled()
        },
      })
    })
  const cache = createBaseDataCache({ transport, timeoutMs: 10_000, log: createLog('silent') })
  return { cache, asked }
}

/** Its words are as they are shown already. */
const baseData: typeof answered = JSON.parse(withNoBreaks(JSON.stringify(answered)))
const withTitle = (title: string) => ({ ...baseData, topMenu: [{ title, url: '/' }] })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('base data', () => {
  test('is waited for the first time, and asked for once', async () => {
    const { cache, asked } = setUp()
    const first = cache.current()
    await asked[0]?.answer(baseData)
    expect(await first).toEqual(baseData)
    expect(asked).toHaveLength(1)
  })

  test('is requested without anything of a visitor', async () => {
    const { cache, asked } = setUp()
    void cache.current()
    expect(Object.keys(asked[0]?.headers ?? {}).sort()).toEqual(['accept', 'x-request-id'])
  })

  test('is requested once for many first visitors', async () => {
    const { cache, asked } = setUp()
    const visitors = [cache.current(), cache.current(), cache.current()]
    await asked[0]?.answer(baseData)
    expect(await Promise.all(visitors)).toEqual([baseData, baseData, baseData])
    expect(asked).toHaveLength(1)
  })

  test('is fresh for 60 seconds', async () => {
    const { cache, asked } = setUp()
    const first = cache.current()
    await asked[0]?.answer(baseData)
    await first
    await vi.advanceTimersByTimeAsync(MINUTE - 1)
    await cache.current()
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    await cache.current()
    expect(asked).toHaveLength(2)
  })

  test('is served stale at once while one refresh runs', async () => {
    const { cache, asked } = setUp()
    const first = cache.current()
    await asked[0]?.answer(withTitle('Было'))
    await first
    await vi.advanceTimersByTimeAsync(MINUTE)
    for (let visit = 0; visit < 5; visit += 1) {
      expect((await cache.current())?.topMenu[0]?.title).toBe('Было')
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(asked).toHaveLength(2)
    await asked[1]?.answer(withTitle('Стало'))
    expect((await cache.current())?.topMenu[0]?.title).toBe('Стало')
    expect(asked).toHaveLength(2)
  })

  test('is served stale for a day when the API fails, and no longer', async () => {
    const { cache, asked } = setUp()
    const first = cache.current()
    await asked[0]?.answer(baseData)
    await first
    await vi.advanceTimersByTimeAsync(DAY - 1_001)
    expect(await cache.current()).toEqual(baseData)
    await asked.at(-1)?.fail()
    expect(await cache.current()).toEqual(baseData)
    await vi.advanceTimersByTimeAsync(1_001)
    const next = cache.current()
    await asked.at(-1)?.fail()
    expect(await next).toBeNull()
  })

  test('is waited for again, a second at most, when it is over a day old', async () => {
    const { cache, asked } = setUp()
    const first = cache.current()
    await asked[0]?.answer(withTitle('Было'))
    await first
    await vi.advanceTimersByTimeAsync(DAY)
    const next = cache.current()
    await asked[1]?.answer(withTitle('Стало'))
    expect((await next)?.topMenu[0]?.title).toBe('Стало')

    await vi.advanceTimersByTimeAsync(DAY)
    let given: unknown = 'waiting'
    void cache.current().then((data) => {
      given = data
    })
    await vi.advanceTimersByTimeAsync(999)
    expect(given).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    expect(given).toBeNull()
    expect(asked).toHaveLength(3)
  })

  test('is fresh again as soon as the API answers', async () => {
    const { cache, asked } = setUp()
    const first = cache.current()
    await asked[0]?.fail()
    expect(await first).toBeNull()
    expect(await cache.current()).toBeNull()
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_000)
    const next = cache.current()
    expect(asked).toHaveLength(2)
    await asked[1]?.answer(baseData)
    expect(await next).toEqual(baseData)
  })

  test('delays a page by at most a second while there is none', async () => {
    const { cache, asked } = setUp()
    let given: unknown = 'waiting'
    void cache.current().then((data) => {
      given = data
    })
    await vi.advanceTimersByTimeAsync(999)
    expect(given).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    expect(given).toBeNull()
    expect(asked).toHaveLength(1)
  })

  test('without a required part counts as none', async () => {
    const { cache, asked } = setUp()
    const first = cache.current()
    const { contacts: _, ...partly } = baseData
    await asked[0]?.answer(partly)
    expect(await first).toBeNull()
  })

  test('without a required part never replaces complete data', async () => {
    const { cache, asked } = setUp()
    const first = cache.current()
    await asked[0]?.answer(baseData)
    await first
    await vi.advanceTimersByTimeAsync(MINUTE)
    await cache.current()
    await asked[1]?.answer({ topMenu: [] })
    expect(await cache.current()).toEqual(baseData)
  })

  test('has a version that grows with every change only', async () => {
    const { cache, asked } = setUp()
    const refresh = async (body: unknown) => {
      const current = cache.current()
      await asked.at(-1)?.answer(body)
      await current
      await vi.advanceTimersByTimeAsync(MINUTE)
      return cache.version
    }
    const first = await refresh(withTitle('Один'))
    expect(await refresh(withTitle('Один'))).toBe(first)
    expect(await refresh(withTitle('Два'))).toBeGreaterThan(first)
  })
})
