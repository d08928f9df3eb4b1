import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { type EmbeddedApi, startEmbeddedApi } from 'api/run-api'
import { createLog } from 'monitoring/create-log'
import PostalMime from 'postal-mime'
import { expect, vi } from 'vitest'
import { createEmbeddedTransport } from '~/api-client/embedded-transport.server'
import { createRemoteTransport } from '~/api-client/remote-transport.server'
import type { StreamingTransport } from '~/api-client/transport'
import { fastFolder } from '../../support/fast-folder'

/** How the portal reaches the API: in its process, or over HTTP under a path prefix. */
export type ApiLocation = 'embedded' | 'remote'

const PREFIX = '/some/prefix'

/** The portal's public address in these tests: letters link there. */
export const PUBLIC_URL = 'https://portal.example.test'

export interface RealApi {
  transport: StreamingTransport
  demoLogin: { email: string; password: string }
  /** Waits for a letter to that address with a matching subject; returns its link as path and query. */
  linkOfLetter(to: string, subject: RegExp): Promise<string>
  close(): Promise<void>
}

/** Our API over SQLite in a new folder, with the demo company. */
export const startRealApi = async (location: ApiLocation): Promise<RealApi> => {
  const dataDir = mkdtempSync(join(fastFolder(), 'portal-api-'))
  const api = await startEmbeddedApi({
    env: { DATA_DIR: dataDir, DEMO_DATA: 'on' },
    publicUrl: new URL(PUBLIC_URL),
    log: createLog('silent'),
  })
  if (!api.demoLogin) throw new Error('there is no demo customer')
  const way = location === 'embedded' ? embeddedWay(api) : await remoteWay(api.fetch)
  const letters = new Letters(join(dataDir, 'outbox'))
  return {
    transport: way.transport,
    demoLogin: api.demoLogin,
    linkOfLetter: (to, subject) => letters.link(to, subject),
    async close() {
      await way.close()
      await api.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

type Fetch = (request: Request) => Promise<Response>

const embeddedWay = (api: EmbeddedApi) => ({
  transport: createEmbeddedTransport(api),
  close: async () => {},
})

const remoteWay = async (fetch: Fetch) => {
  const listener = getRequestListener((request) => {
    const url = new URL(request.url)
    if (!url.pathname.startsWith(`${PREFIX}/`)) return new Response('There is nothing here', { status: 404 })
    url.pathname = url.pathname.slice(PREFIX.length)
    return fetch(new Request(url, request))
  })
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the API has no port')
  const transport = createRemoteTransport(new URL(`http://127.0.0.1:${address.port}${PREFIX}/`))
  return {
    transport,
    async close() {
      await transport.close()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

class Letters {
  readonly #folder: string
  readonly #taken = new Set<string>()

  constructor(folder: string) {
    this.#folder = folder
  }

  async link(to: string, subject: RegExp): Promise<string> {
    return vi.waitFor(
      async () => {
        for (const file of this.#files()) {
          const letter = await PostalMime.parse(readFileSync(join(this.#folder, file)))
          const isFor = letter.to?.some(({ address }) => address === to) ?? false
          if (!isFor || !subject.test(letter.subject ?? '')) continue
          this.#taken.add(file)
          const link = /https?:\/\/\S+code=\S+/.exec(letter.text ?? '')?.[0]
          expect(link, 'the letter has a link with a code').toBeDefined()
          const { origin, pathname, search } = new URL(link ?? '')
          expect(origin).toBe(PUBLIC_URL)
          return pathname + search
        }
        throw new Error(`there is no letter to ${to} about ${subject}`)
      },
      { timeout: 15_000, interval: 25 },
    )
  }

  #files() {
    try {
      return readdirSync(this.#folder).filter((file) => file.endsWith('.eml') && !this.#taken.has(file))
    } catch {
      return []
    }
  }
}
