import type { FreshDatabase } from '../../support/databases'
import { Browser } from './browser'
import { PORTAL_ORIGIN, type Replicas, sharedSettings, startReplicas } from './replicas'
import { demoLoginOf } from './server-process'

/** Replicas of the portal over one database, with the API in their processes or apart. */
export interface Deployment {
  portals: Replicas
  /** All replicas that may be killed, those of the API included. */
  all: Replicas[]
  /** The demo customer's login. */
  login: { email: string; password: string }
  visitor(): Browser
  /** The browser of this visitor for the pages of the test bank, which the product API serves. */
  atBank(visitor: Browser): Browser
  close(): Promise<void>
}

const visitorOf = (portals: Replicas) => () => new Browser(portals.balancer.url, PORTAL_ORIGIN)

/** Three portals with the API in their processes. */
export const startEmbedded = async (fresh: FreshDatabase): Promise<Deployment> => {
  const portals = await startReplicas({
    file: 'server.js',
    count: 3,
    settings: (port) => ({ ...sharedSettings(fresh), PORT: port }),
  })
  return {
    portals,
    all: [portals],
    login: await demoLoginOf(portals.process(0)),
    visitor: visitorOf(portals),
    atBank: (visitor) => visitor,
    close: () => portals.close(),
  }
}

const API_ORIGIN = 'http://api.localhost:3001'
const API_SECRET = 'a-secret-that-portals-and-the-api-share'

/** Two APIs behind a balancer of their own, and two portals that reach them through it. */
export const startSplit = async (fresh: FreshDatabase): Promise<Deployment> => {
  const common = { ...sharedSettings(fresh), API_SECRET }
  const apis = await startReplicas({
    file: 'api.js',
    count: 2,
    settings: (port) => ({ ...common, API_PORT: port, API_PUBLIC_URL: API_ORIGIN }),
  })
  const { DATABASE_URL: _, DATA_DIR: __, ...ofPortal } = common
  const portals = await startReplicas({
    file: 'server.js',
    count: 2,
    settings: (port) => ({
      ...ofPortal,
      PORT: port,
      PRODUCT_API_URL: apis.balancer.url.href,
      PAYMENT_ORIGINS: API_ORIGIN,
    }),
  })
  return {
    portals,
    all: [portals, apis],
    login: await demoLoginOf(apis.process(0)),
    visitor: visitorOf(portals),
    atBank: () => new Browser(apis.balancer.url, API_ORIGIN),
    async close() {
      await portals.close()
      await apis.close()
    },
  }
}
