import type { Database } from 'api/db/database'
import type { Step } from 'api/worker/worker'
import type { Hono } from 'hono'
import type { Log } from 'monitoring/log'
import type { Environment } from 'process/settings'
import type { PaymentGateway } from './payment-gateway'

/** What a gateway needs of the server. */
export interface GatewayDeps {
  site: {
    /** Where this API is reached from outside. */
    apiPublicUrl: string
    /** The portal, which payers are sent back to. */
    publicUrl: string
    timeZone: string
  }
  /** For a gateway that keeps records of its own. */
  database: Database
  log: Log
  clock: () => Date
  wakeJobs: () => void
}

export interface OpenedGateway {
  gateway: PaymentGateway
  /** Shops without new payments; their payments are still polled, refunded and reconciled. */
  formerShops?: readonly PaymentGateway[]
  /** Its background work; `deliver` processes the body of a webhook as if it came over HTTP. */
  steps?(deliver: (body: unknown) => Promise<unknown>): Step[]
  /** Pages of its own under `folder`. They are served only while new payments go to this gateway. */
  pages?: { folder: string; app: Hono }
}

/** A gateway together with its settings, which are plain data. */
export interface ConfiguredGateway {
  readonly name: string
  /** Whether it moves no real money: the portal says so on the pages of payments. */
  readonly takesTestMoney: boolean
  /** The address of its API; absent if it runs in this process. */
  readonly apiUrl?: string
  open(deps: GatewayDeps): OpenedGateway
}

/** What the folder of a gateway exports; gateway-list.ts has them all. */
export interface GatewayModule {
  /** Its value of PAYMENT_GATEWAY; also in the path of its webhooks and in the rows of its payments. */
  readonly name: string
  /**
   * Reads the gateway's own settings. Undefined if there are none: then it is configured neither for new payments nor for
   * old ones. Throws ConfigError.
   */
  configure(env: Environment, deployment: Deployment): ConfiguredGateway | undefined
}

export interface Deployment {
  /** Whether this gateway gets the new payments: then its settings are required. */
  isCurrent: boolean
  /** How many proxies stand before this server. With 0 a webhook's address is unknown. */
  trustProxy: number
}
