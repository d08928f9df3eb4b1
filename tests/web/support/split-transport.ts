import type { EndpointName } from 'contract/endpoints'
import { createRemoteTransport } from '~/api-client/remote-transport.server'
import type { StreamingTransport, TransportRequest } from '~/api-client/transport'
import { type FaultProxy, startFaultProxy } from '../../support/fault-proxy'
import { endpointOf, type FakeUpstream, isChange } from './fake-upstream'

interface SplitTransport {
  transport: StreamingTransport
  proxy: FaultProxy
  /** From now on sends the calls of this endpoint through the proxy, and all others directly. */
  throughProxy(name: EndpointName): void
  /** Opens a connection through the proxy, and leaves it idle. */
  warm(): Promise<void>
  close(): Promise<void>
}

/** The portal's way to an upstream: the calls of one endpoint go through a fault proxy. */
export const startSplitTransport = async (
  upstream: Pick<FakeUpstream, 'url' | 'hasLeft'>,
): Promise<SplitTransport> => {
  const proxy = await startFaultProxy(upstream.url)
  const direct = createRemoteTransport(upstream.url)
  const proxied = createRemoteTransport(new URL(proxy.url))
  let proxiedEndpoint: EndpointName | null = null
  const wayOf = ({ method, path, headers }: TransportRequest) => {
    const name = endpointOf(method, path.replace(/\?.*/, ''))?.name
    if (!name || name !== proxiedEndpoint) return direct
    if (isChange({ name, method })) upstream.hasLeft(String(headers['x-request-id']))
    return proxied
  }
  return {
    transport: Object.assign((request: TransportRequest) => wayOf(request)(request), {
      stream: (request: TransportRequest) => wayOf(request).stream(request),
    }),
    proxy,
    throughProxy(name) {
      proxiedEndpoint = name
    },
    async warm() {
      const headers = { accept: 'application/json', 'x-request-id': crypto.randomUUID() }
      const { signal } = new AbortController()
      await proxied({
        endpoint: 'baseData',
        method: 'GET',
        path: '/api-gateway/base-data',
        headers,
        body: null,
        signal,
      })
    },
    async close() {
      await Promise.all([direct.close(), proxied.close()])
      await proxy.close()
    },
  }
}
