import express from 'express'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listenForTests } from '../../../tests/support/listen-for-tests'
import { createDeviceIds } from '../session/device.server'
import { device, postLimits } from './post-limits.server'

const app = express()
app.set('trust proxy', 1)
app.use(device(createDeviceIds(['a secret'], false)), postLimits(1))
app.use((_, res) => void res.json(res.locals.throttledForS ?? null))
const server = listenForTests(app)

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** How many seconds a form of this address has to wait; null: none. */
const waitOf = async (address: string): Promise<unknown> => {
  const answer = await fetch(`http://127.0.0.1:${server.port}/login`, {
    method: 'POST',
    headers: { 'x-forwarded-for': address },
  })
  return answer.json()
}
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

test('a throttled visitor waits for what is left of the minute, not for a whole one', async () => {
  expect(await waitOf('203.0.113.1')).toBeNull()
  expect(await waitOf('203.0.113.1')).toBe(60)
  pass(45_000)
  expect(await waitOf('203.0.113.1')).toBe(15)
  pass(14_999)
  expect(await waitOf('203.0.113.1')).toBe(1)
  pass(1)
  expect(await waitOf('203.0.113.1')).toBeNull()
})

test('each address has a minute of its own', async () => {
  expect(await waitOf('203.0.113.2')).toBeNull()
  pass(40_000)
  expect(await waitOf('203.0.113.3')).toBeNull()
  expect([await waitOf('203.0.113.2'), await waitOf('203.0.113.3')]).toEqual([20, 60])
})
