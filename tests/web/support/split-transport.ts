import type { EndpointName } from 'contract/endpoints'
import { createRemoteTransport } from '~/api-client/remote-transport.server'
import type { StreamingTransport, TransportRequest } from '~/api-client/transport'
import { type FaultProxy, startFaultProxy } from '../../support/fault-proxy'
import { endpointOf, type FakeUpstream, isChange } from './fake-upstream'

interface SplitTransport {
  transport: StreamingTransport
  proxy: FaultProxy
  /** Whose calls go through the proxy until the next one is named; all others go straight. */
  throughProxy(name: EndpointName): void
  /** Leaves an idle connection through the proxy. */
  warm(): Promise<void>
  close(): Promise<void>
}

/** The portal's way to an upstream: the calls of one endpoint go through a fault proxy. */
export const startSplitTransport = async (
  upstream: Pick<FakeUpstream, 'url' | 'hasLeft'>,
): Promise<SplitTransport> => {
  const proxy = await startFaultProxy(upstream.url)
  const straight = createRemoteTransport(upstream.url)
  const proxied = createRemoteTransport(new URL(proxy.url))
  let chosen: EndpointName | null = null
  const wayOf = ({ method, path, headers }: TransportRequest) => {
    const name = endpointOf(method, path.replace(/\?.*/, ''))?.name
    if (!name || name !== chosen) return straight
    if (isChange({ name, method })) upstream.hasLeft(String(headers['x-request-id']))
    return proxied
  }
  return {
    transport: Object.assign((request: TransportRequest) => wayOf(request)(request), {
      stream: (request: TransportRequest) => wayOf(request).stream(request),
    }),
    proxy,
    throughProxy(name) {
      chosen = name
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
      await Promise.all([straight.close(), proxied.close()])
      await proxy.close()
    },
  }
}
