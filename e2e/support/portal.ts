import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fastFolder } from '../../tests/support/fast-folder'
import { freePort } from '../../tests/support/free-port'
import { type PrefixProxy, startPrefixProxy } from './prefix-proxy'
import { PortTaken, startProcess } from './server-process'

export interface PortalSetup {
  /** With the embedded API, or with `npm run api` in another process behind a path prefix. */
  upstream: 'embedded' | 'remote'
  demoData: boolean
  /** Further settings of the portal (and of an embedded API). */
  settings: Record<string, string>
}

export interface Portal {
  /** PUBLIC_URL: origin without a slash. */
  url: string
  /** The folder of the API's letters. */
  outboxFolder: string
  /** The output of the portal and the API. */
  logs: () => string[]
  /** The output since the last call. */
  unreadLogs: () => string[]
  /** Between portal and API; only with a remote upstream. */
  proxy: PrefixProxy | undefined
  stop: () => Promise<void>
}

const HOST = '127.0.0.1'

/** Starts the built portal on a free port with its own data, and with a remote upstream also an API. */
export async function startPortal(setup: PortalSetup): Promise<Portal> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnFreePorts(setup)
    } catch (error) {
      // A connection of the machine may have taken the port meanwhile.
      if (!(error instanceof PortTaken) || attempt === 5) throw error
    }
  }
}

async function startOnFreePorts({ upstream, demoData, settings }: PortalSetup): Promise<Portal> {
  const folder = mkdtempSync(join(fastFolder(), 'portal-e2e-'))
  const port = await freePort()
  const url = `http://${HOST}:${port}`
  const common = {
    HOST,
    PUBLIC_URL: url,
    DEMO_DATA: demoData ? 'on' : 'off',
    // All tests come from one address, except for requests with an X-Forwarded-For header.
    POST_LIMIT: '10000',
    TRUST_PROXY: '1',
  }
  const undo: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const step of undo.reverse()) await step()
  }
  const logs: (() => string[])[] = []

  const startApi = async (dataDir: string): Promise<PrefixProxy> => {
    const apiPort = await freePort()
    const apiUrl = `http://${HOST}:${apiPort}`
    const own = { DATA_DIR: dataDir, API_PORT: String(apiPort), API_PUBLIC_URL: apiUrl }
    const api = await startProcess('api.js', { ...common, ...own })
    undo.push(api.stop)
    logs.push(() => api.log)
    const proxy = await startPrefixProxy(apiUrl)
    undo.push(proxy.stop)
    return proxy
  }

  try {
    const apiData = join(folder, upstream === 'remote' ? 'api' : 'portal')
    const proxy = upstream === 'remote' ? await startApi(apiData) : undefined
    const remote = proxy ? { PRODUCT_API_URL: proxy.url, SESSION_SECRET: 'e'.repeat(40) } : {}
    const own = { DATA_DIR: join(folder, 'portal'), PORT: String(port) }
    const server = await startProcess('server.js', { ...common, ...own, ...remote, ...settings })
    undo.push(server.stop)
    logs.push(() => server.log)
    const read = logs.map(() => 0)
    return {
      url,
      outboxFolder: join(apiData, 'outbox'),
      logs: () => logs.flatMap((log) => log()),
      unreadLogs: () =>
        logs.flatMap((log, nth) => {
          const lines = log()
          const unread = lines.slice(read[nth])
          read[nth] = lines.length
          return unread
        }),
      proxy,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
