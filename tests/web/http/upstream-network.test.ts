import type { EndpointName } from 'contract/endpoints'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type NetworkFault, networkFaults } from '../../support/fault-proxy'
import { combinationsOf } from '../../support/pairwise'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import { expectKept, isPassword } from '../support/kept-values'
import '../support/matchers'
import type { Page } from '../support/page'
import { startPortal, TEST_SECRET, type TestPortal } from '../support/portal'
import { requiredCalls } from '../support/required-calls'
import { eachForm, eachScreen, screenOf, visitorOf } from '../support/screens'
import { startSplitTransport } from '../support/split-transport'

const TIMEOUT_MS = 200
/** For a busy machine. */
const SLACK_MS = 3_000
const RECOVERY_MS = 10_000
const KEPT_WAITING: readonly NetworkFault[] = ['frozen', 'trickling', 'abandoned']

const upstream = await fakeUpstreamOfThisFile()
const split = await startSplitTransport(upstream.url)
const { proxy } = split
let patient: TestPortal
let impatient: TestPortal
let longestMs = 0

beforeAll(async () => {
  const env = { PRODUCT_API_URL: upstream.url.href, SESSION_SECRET: TEST_SECRET }
  patient = await startPortal(split.transport, { env })
  impatient = await startPortal(split.transport, {
    env: { ...env, PRODUCT_API_TIMEOUT_MS: String(TIMEOUT_MS) },
  })
})
afterEach(() => proxy.mend())
afterAll(async () => {
  console.info(`pages and forms worked again within ${Math.ceil(longestMs)} ms`)
  await Promise.all([patient.close(), impatient.close()])
  await split.close()
})

const portalFor = (fault: NetworkFault) => (KEPT_WAITING.includes(fault) ? impatient : patient)
const statusOf = (fault: NetworkFault) => (KEPT_WAITING.includes(fault) ? 504 : 502)

/** Breaks the network of one call; an idle connection is open before. */
const breakFor = async (call: EndpointName, fault: NetworkFault, firstBytes: number) => {
  split.throughProxy(call)
  await split.warm()
  await proxy.break(fault, firstBytes)
}

const timed = async (asked: Promise<Page>) => {
  const begun = performance.now()
  return { page: await asked, ms: performance.now() - begun }
}

/** The page names the number of its request, by which its failed call is in the log. */
const expectNumber = (page: Page, portal: TestPortal, call: EndpointName) => {
  const requestId = String(page.headers['x-request-id'])
  expect(page.requestNumber).toBe(requestId.slice(0, 8))
  expect(portal.log).toContainEqual(expect.objectContaining({ requestId, call, msg: 'product API failed' }))
}

/** Mends the network and asks until the page is as it should be. */
const expectRecovery = async (ask: () => Promise<Page>, isWell: (page: Page) => boolean) => {
  await proxy.mend()
  const begun = performance.now()
  while (!isWell(await ask())) expect(performance.now() - begun).toBeLessThan(RECOVERY_MS)
  longestMs = Math.max(longestMs, performance.now() - begun)
}

/** How many bytes of an answer come before it fails: its status line, or also its headers. */
const firstBytes = [20, 200]

const ways = networkFaults.flatMap((fault) => firstBytes.map((after) => ({ fault, after })))

describe('a screen whose upstream is over a bad network', () => {
  const cases = combinationsOf(
    requiredCalls.flatMap(([name, call]) => ways.map((way) => ({ name, call, ...way }))),
  )
  test.each(cases)(
    '$name, when the way of $call is $fault after $after bytes, is the error screen in time, and is back soon',
    async ({ name, call, fault, after }) => {
      const screen = Object.fromEntries(eachScreen)[name]
      if (!screen) throw new Error('There is no such screen')
      const portal = portalFor(fault)
      const visitor = await visitorOf(screen, portal)
      await breakFor(call, fault, after)
      const { page, ms } = await timed(visitor.get(screen.path))
      expect(page).toBeErrorScreen(statusOf(fault))
      expect(ms).toBeLessThan(TIMEOUT_MS + SLACK_MS)
      expectNumber(page, portal, call)
      expect(upstream.named(call).length).toBeLessThanOrEqual(1)
      await expectRecovery(
        () => visitor.get(screen.path),
        ({ status, h1 }) => status === 200 && h1 === screen.h1,
      )
    },
  )
})

describe('a form whose upstream is over a bad network', () => {
  const cases = combinationsOf(eachForm.flatMap(([name]) => ways.map((way) => ({ name, ...way }))))
  test.each(cases)(
    '$name, when the way is $fault after $after bytes, keeps what was typed, and can be sent soon',
    async ({ name, fault, after }) => {
      const form = Object.fromEntries(eachForm)[name]
      if (!form) throw new Error('There is no such form')
      const screen = screenOf(form)
      const portal = portalFor(fault)
      const visitor = await visitorOf(screen, portal)
      const filled = await visitor.get(screen.path)
      await breakFor(form.call, fault, after)
      const { page, ms } = await timed(visitor.press(filled, form.button, form.typed))
      expect([page.status, page.h1]).toEqual([statusOf(fault), screen.h1])
      expect(ms).toBeLessThan(TIMEOUT_MS + SLACK_MS)
      expectKept(page, form.typed)
      expect(page.errorSummary).toEqual(['Сервис временно недоступен. Попробуйте ещё раз.'])
      expectNumber(page, portal, form.call)
      const passwords = Object.fromEntries(Object.entries(form.typed).filter(([field]) => isPassword(field)))
      await expectRecovery(
        () => visitor.press(page, form.button, passwords),
        ({ status, location }) => status === 303 && location === form.leadsTo,
      )
    },
  )
})

test('while one call hangs, pages that do not need it stay as fast', async () => {
  const customer = await patient.customer()
  const p95 = async () => {
    const times: number[] = []
    for (let visit = 0; visit < 20; visit++)
      for (const path of ['/login', '/about', '/personal/profile']) {
        const { page, ms } = await timed(path === '/login' ? patient.visitor().get(path) : customer.get(path))
        expect(page.status).toBe(200)
        times.push(ms)
      }
    return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
  }
  const usual = await p95()
  await breakFor('accounts', 'frozen', 0)
  const hanging = Array.from({ length: 20 }, () => customer.get('/personal'))
  await expect.poll(() => proxy.connections()).toBeGreaterThanOrEqual(20)
  const meanwhile = await p95()
  console.info(`p95 ${usual.toFixed(1)} ms usually, ${meanwhile.toFixed(1)} ms while 20 pages hang`)
  expect(meanwhile).toBeLessThan(3 * usual + 50)
  await proxy.mend()
  for (const page of await Promise.all(hanging)) expect(page.h1).toBe('Лицевые счета')
})
