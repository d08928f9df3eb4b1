import { expect } from 'vitest'
import { createRemoteTransport } from '~/api-client/remote-transport.server'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream'
import { type PortalOptions, startPortal, TEST_SECRET, type TestPortal } from './portal'

/** Runs `check` with a portal over an upstream with this base data; null: the upstream has none. */
export const withBaseData = async (
  data: object | null,
  check: (portal: TestPortal, upstream: FakeUpstream) => Promise<void>,
  options: PortalOptions = {},
) => {
  const upstream = await startFakeUpstream()
  upstream.on('baseData', data === null ? 'answers 500' : { body: data })
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
