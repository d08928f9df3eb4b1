import { expect } from 'vitest'
import { createRemoteTransport } from '~/api-client/remote-transport.server'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream'
import { type PortalOptions, startPortal, TEST_SECRET, type TestPortal } from './portal'

/** Starts a portal over an upstream with this base data; null: its upstream has none. */
export const withBaseData = async (
  given: object | null,
  check: (portal: TestPortal, upstream: FakeUpstream) => Promise<void>,
  options: PortalOptions = {},
) => {
  const upstream = await startFakeUpstream()
  upstream.on('baseData', given === null ? 'answers 500' : { body: given })
  const transport = createRemoteTransport(upstream.url)
  const portal = await startPortal(transport, {
    ...options,
    env: { PRODUCT_API_URL: upstream.url.href, SESSION_SECRET: TEST_SECRET },
  })
  try {
    await check(portal, upstream)
    expect(upstream.violations).toEqual([])
  } finally {
    await portal.close()
    await transport.close()
    await upstream.close()
  }
}
