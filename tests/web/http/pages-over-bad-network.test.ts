import { expect, test } from 'vitest'
import { networkFaults } from '../../support/fault-proxy'
import { combinationsOf, valuesOf } from '../../support/pairwise'
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
  valuesOf,
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
  // With the usual time limit.
  const portal = portalFor('refused')
  const customer = await portal.customer()
  const others = [
    () => portal.visitor().get('/login'),
    () => customer.get('/about'),
    () => customer.get('/personal/profile'),
  ]
  const visitOthers = async (times: number[]) => {
    for (const visit of [...others, ...others]) {
      const startedAt = performance.now()
      expect((await visit()).status).toBe(200)
      times.push(performance.now() - startedAt)
    }
  }
  const usual: number[] = []
  const meanwhile: number[] = []
  // By turns, so that the load of the machine affects both alike.
  for (let round = 0; round < 6; round++) {
    await visitOthers(usual)
    await breakFor('accounts', 'frozen', 0)
    const hanging = Array.from({ length: 10 }, () => customer.get('/personal'))
    await expect.poll(() => proxy.connections()).toBeGreaterThanOrEqual(10)
    await visitOthers(meanwhile)
    await proxy.mend()
    for (const page of await Promise.all(hanging)) expect(page.h1).toBe('Лицевые счета')
  }
  // A page that waits for the hanging call is slow in every round; a single slow round comes from the machine.
  expect(median(meanwhile)).toBeLessThan(3 * median(usual) + 100)
})

const median = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
