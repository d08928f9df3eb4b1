import type { Registry } from 'prom-client'
import { readApiConfig, takesTestMoney } from './config'
import type { DemoLogin } from './demo/seed-demo'
import type { Health } from './health'
import type { ApiAnswer, InProcessRequest } from './http/exchange'
import type { Log } from './log'
import { runApi } from './run-api'

export interface EmbeddedApiOptions {
  env: Record<string, string | undefined>
  /** The portal's address, as the portal has it. */
  publicUrl: URL
  log: Log
  /** Where the metrics are added. */
  registry?: Registry
}

export interface EmbeddedApi {
  fetch(request: Request): Promise<Response>
  /** Like `fetch`, without a web Request and Response. */
  ask(request: InProcessRequest): Promise<ApiAnswer>
  health: Health
  /** Begins no background step any more, and is not ready; resolves when none runs. */
  stopJobs(): Promise<void>
  close(): Promise<void>
  /** How long a table may take to arrive; null: none is taken over HTTP. */
  uploadLimitMs: number | null
  /** Whether new payments go to a gateway that moves no real money. */
  testPayments: boolean
  /** The login of a demo customer, if there is demo data and its password was not changed. */
  demoLogin: DemoLogin | undefined
  /** Where letters go: the folder of their files, or the mail server. */
  letters: string
}

/** The product API in the portal's process: without a port and without log lines for requests. */
export const startEmbeddedApi = async ({
  env,
  publicUrl,
  log,
  registry,
}: EmbeddedApiOptions): Promise<EmbeddedApi> => {
  const address = publicUrl.href.replace(/\/+$/, '')
  // Only this portal can reach it, so no secret is needed.
  const config = { ...readApiConfig(env), publicUrl: address, apiPublicUrl: address, apiSecrets: [] }
  const api = await runApi(config, log, { logRequests: false, registry })
  return {
    ...api,
    testPayments: takesTestMoney(config),
    fetch: async (request) => api.fetch(request),
  }
}
