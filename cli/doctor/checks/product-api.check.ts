import { randomUUID } from 'node:crypto'
import { callProductApi } from '~/api-client/product-api.server'
import { createRemoteTransport } from '~/api-client/remote-transport.server'
import type { PortalConfig } from '~/server/config.server'
import { type Check, failed, notChecked, ok } from '../check'

const calls = [
  { name: 'baseData', headers: {} },
  { name: 'currentUser', headers: { 'x-forwarded-for': '127.0.0.1' } },
] as const

/** Whether the product API answers as the contract says, without a customer. */
export const productApiCheck = ({ productApiUrl, apiSecret, productApiTimeoutMs }: PortalConfig): Check => ({
  name: 'product API',
  async run() {
    if (!productApiUrl) return notChecked('it is embedded')
    const transport = createRemoteTransport(productApiUrl, apiSecret)
    try {
      const timeoutMs = productApiTimeoutMs
      for (const { name, headers: own } of calls) {
        const headers = { 'x-request-id': randomUUID(), ...own }
        const { ok: isAnswer, ...result } = await callProductApi(transport, name, {}, { headers, timeoutMs })
        if (isAnswer || !('failure' in result)) continue
        const { failure } = result
        // Nobody is signed in: that may be said by 401.
        if (name === 'currentUser' && failure.kind === 'unauthorized') continue
        const reason = failure.kind === 'unavailable' ? failure.reason : failure.kind
        return failed(
          `${productApiUrl.origin}, ${name}: ${reason}`,
          'See whether PRODUCT_API_URL and API_SECRET are right and that API runs; compare its answer with its contract (openapi.json).',
        )
      }
      return ok(`${productApiUrl.origin} answers by the contract`)
    } finally {
      await transport.close()
    }
  },
})
