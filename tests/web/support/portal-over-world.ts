import { createEmbeddedTransport } from '~/api-client/embedded-transport.server'
import { type ApiWorld, publicUrl } from '../../api/support/api-world'
import { startPortal } from './portal'

/** Starts a portal over the world's API, in this process. */
export const startPortalOver = ({ api }: Pick<ApiWorld, 'api'>) =>
  startPortal(createEmbeddedTransport({ ask: api.ask, fetch: async (request) => api.fetch(request) }), {
    env: { PUBLIC_URL: publicUrl },
  })
