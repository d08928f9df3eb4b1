import { expect, test } from 'vitest'
import { networkFaults } from '../../support/fault-proxy'
import { combinationsOf } from '../../support/pairwise'
import { badNetworkOfThisFile } from '../support/bad-network'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { requiredCalls } from '../support/required-calls'
import { eachScreen, visitorOf } from '../support/screens'

const upstream = await fakeUpstreamOfThisFile()
const { proxy, portalFor, breakFor, expectFailure, expectRecovery } = await badNetworkOfThisFile(upstream)

/** How many bytes of an answer come before it fails: within its headers, or within its body. */
const ways = networkFaults.flatMap((fault) => [20, 200].map((after) => ({ fault, after })))

const cases = combinationsOf(
  requiredCalls.flatMap(([name, call]) => ways.map((way) => ({ name, call, ...way }))),
)

test.each(cases)(
  'the screen $name, when the way of $call is $fault after $after bytes, is the error screen in time and is back soon',
  async ({ name, call, fault, after }) => {
    const screen = Object.fromEntries(eachScreen)[name]
    if (!screen) throw new Error('There is no such screen')
    const visitor = await visitorOf(screen, portalFor(fault))
    await breakFor(call, fault, after)
    const page = await expectFailure(visitor.get(screen.path), call, fault)
    expect(page).toBeErrorScreen(page.status)
    await expectRecovery(
      () => visitor.get(screen.path),
      ({ status, h1 }) => status === 200 && h1 === screen.h1,
    )
  },
)

test('while one call hangs, pages that do not need it stay as fast', async () => {
  // Its time limit is the usual one.
  const portal = portalFor('refused')
  const customer = await portal.customer()
  const p95 = async () => {
    const times: number[] = []
    for (let visit = 0; visit < 20; visit++)
      for (const path of ['/login', '/about', '/personal/profile']) {
        const visitor = path === '/login' ? portal.visitor() : customer
        const begun = performance.now()
        expect((await visitor.get(path)).status).toBe(200)
        times.push(performance.now() - begun)
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
