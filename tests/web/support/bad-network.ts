import type { EndpointName } from 'contract/endpoints'
import { afterAll, afterEach, expect } from 'vitest'
import type { FaultProxy, NetworkFault } from '../../support/fault-proxy'
import type { FakeUpstream } from './fake-upstream'
import type { Page } from './page'
import { startPortal, TEST_SECRET, type TestPortal } from './portal'
import { startSplitTransport } from './split-transport'

/** Long enough for calls that do answer, on a busy machine too. */
const TIMEOUT_MS = 400
/** Additional time on a busy machine. */
const SLACK_MS = 3_000
const RECOVERY_MS = 10_000
const KEPT_WAITING: readonly NetworkFault[] = ['frozen', 'trickling', 'abandoned']

export interface BadNetwork {
  proxy: FaultProxy
  /** The portal for a fault. It has a short time limit if the fault keeps it waiting. */
  portalFor(fault: NetworkFault): TestPortal
  /** Breaks the way of one endpoint's calls; an idle connection is open before. */
  breakFor(call: EndpointName, fault: NetworkFault, firstBytes: number): Promise<void>
  /** Expects the page to fail in time, with the request number of its failed call in the log. Returns the page. */
  expectFailure(request: Promise<Page>, call: EndpointName, fault: NetworkFault): Promise<Page>
  /** Mends the network, and requests the page until it is restored. */
  expectRecovery(ask: () => Promise<Page>, isRestored: (page: Page) => boolean): Promise<void>
}

/** Portals whose way to the upstream fails on demand, for the tests of one file. */
export const badNetworkOfThisFile = async (upstream: FakeUpstream): Promise<BadNetwork> => {
  const split = await startSplitTransport(upstream)
  const env = { PRODUCT_API_URL: upstream.url.href, SESSION_SECRET: TEST_SECRET }
  const patient = await startPortal(split.transport, { env })
  const impatient = await startPortal(split.transport, {
    env: { ...env, PRODUCT_API_TIMEOUT_MS: String(TIMEOUT_MS) },
  })
  const { proxy } = split
  let longestMs = 0
  afterEach(() => proxy.mend())
  afterAll(async () => {
    console.info(`everything worked again within ${Math.ceil(longestMs)} ms`)
    await Promise.all([patient.close(), impatient.close()])
    await split.close()
  })
  const portalFor = (fault: NetworkFault) => (KEPT_WAITING.includes(fault) ? impatient : patient)

  return {
    proxy,
    portalFor,
    async breakFor(call, fault, firstBytes) {
      split.throughProxy(call)
      await split.warm()
      await proxy.break(fault, firstBytes)
    },
    async expectFailure(request, call, fault) {
      const startedAt = performance.now()
      const page = await request
      expect(performance.now() - startedAt).toBeLessThan(TIMEOUT_MS + SLACK_MS)
      expect(page.status).toBe(KEPT_WAITING.includes(fault) ? 504 : 502)
      const requestId = String(page.headers['x-request-id'])
      expect(page.requestNumber).toBe(requestId.slice(0, 8))
      expect(portalFor(fault).log).toContainEqual(
        expect.objectContaining({ requestId, call, msg: 'product API failed' }),
      )
      expect(upstream.named(call).length).toBeLessThanOrEqual(1)
      return page
    },
    async expectRecovery(ask, isRestored) {
      await proxy.mend()
      const startedAt = performance.now()
      while (!isRestored(await ask())) expect(performance.now() - startedAt).toBeLessThan(RECOVERY_MS)
      longestMs = Math.max(longestMs, performance.now() - startedAt)
    },
  }
}
