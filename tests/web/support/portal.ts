import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ServerBuild } from '@remix-run/node'
import { createLog } from 'monitoring/create-log'
import { afterAll, vi } from 'vitest'
import { createRemoteTransport } from '~/api-client/remote-transport.server'
import type { StreamingTransport } from '~/api-client/transport'
import { readPortalConfig } from '~/server/config.server'
import { staticFiles } from '~/server/http/static-files.server'
import { createPortal, type PortalDeps } from '~/server/portal.server'
import { createSecondStepCookie } from '~/server/session/sealed-cookie.server'
import { createSessionCookie } from '~/server/session/session-cookie.server'
import { UpstreamCookies } from '~/server/session/upstream-cookies.server'
import { Browser } from './browser'
import type { FakeUpstream } from './fake-upstream'

const buildFolder = fileURLToPath(new URL('../../../build/', import.meta.url))

export const TEST_SECRET = 'a secret of the tests that is longer than 32 characters'

export interface TestPortal {
  /** Where it listens. */
  server: URL
  /** Its address for visitors. */
  publicUrl: URL
  /** A visitor with separate cookies. */
  visitor(userAgent?: string): Browser
  /** A visitor with an upstream session, as after a login. */
  customer(upstreamCookie?: string): Promise<Browser>
  /** A guest whose login waits for the code of its second step. */
  atSecondStep(token?: string): Promise<Browser>
  /** The log, line by line. */
  log: Record<string, unknown>[]
  close(): Promise<void>
}

export interface PortalOptions {
  /** Settings in addition to the tests' own. */
  env?: Record<string, string>
  /** Changes the built app before it is served. */
  build?: (build: ServerBuild) => ServerBuild
  embeddedHealth?: PortalDeps['embeddedHealth']
  embeddedApi?: PortalDeps['embeddedApi']
  /** Where its metrics are read. */
  registry?: PortalDeps['registry']
}

/** The Remix app built by `npm run build`. */
export const builtApp = async (): Promise<ServerBuild> => {
  const file = join(buildFolder, 'server', 'index.js')
  if (!existsSync(file)) throw new Error('The portal is not built: run npm run build first')
  return import(pathToFileURL(file).href)
}

/** The portal over a product API, on a free port. */
export const startPortal = async (
  transport: StreamingTransport,
  { env = {}, build = (whole) => whole, embeddedHealth, embeddedApi, registry }: PortalOptions = {},
): Promise<TestPortal> => {
  let listener: RequestListener = (_, res) => void res.writeHead(503).end()
  const http = createServer((req, res) => listener(req, res)).listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = http.address()
  if (!address || typeof address === 'string') throw new Error('the portal has no port')
  const server = new URL(`http://127.0.0.1:${address.port}`)

  const dataDir = mkdtempSync(join(tmpdir(), 'portal-web-'))
  const config = readPortalConfig({
    PUBLIC_URL: server.origin,
    DATA_DIR: dataDir,
    POST_LIMIT: '100000',
    ...env,
  })
  const log: Record<string, unknown>[] = []
  const write = (line: string) => void log.push(JSON.parse(line))
  listener = await createPortal({
    config,
    transport,
    build: build(await builtApp()),
    log: createLog('debug', { write }),
    assets: staticFiles(join(buildFolder, 'client')),
    ...(embeddedHealth ? { embeddedHealth } : {}),
    ...(embeddedApi ? { embeddedApi } : {}),
    ...(registry ? { registry } : {}),
  })

  const secure = config.publicUrl.protocol === 'https:'
  const visitorWith = (setCookie: string) => {
    const [pair = ''] = setCookie.split(';')
    const browser = new Browser(server, config.publicUrl.origin)
    const at = pair.indexOf('=')
    browser.cookies.set(pair.slice(0, at), pair.slice(at + 1))
    return browser
  }

  return {
    server,
    publicUrl: config.publicUrl,
    visitor: (userAgent) => new Browser(server, config.publicUrl.origin, userAgent),
    async customer(upstreamCookie = 'sid=abc') {
      const cookies = new UpstreamCookies()
      cookies.absorb([upstreamCookie])
      return visitorWith(await createSessionCookie(config.sessionSecrets, secure).write(cookies))
    },
    async atSecondStep(token = 'token-1') {
      return visitorWith(await createSecondStepCookie(config.sessionSecrets, secure).write({ token }))
    },
    log,
    async close() {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A portal over a fake upstream, for the tests of one file. */
export const portalOfThisFile = async (
  upstream: FakeUpstream,
  { env = {}, ...options }: PortalOptions = {},
): Promise<TestPortal> => {
  // Tests with many pages are slow on a busy machine.
  vi.setConfig({ testTimeout: 30_000 })
  const transport = createRemoteTransport(upstream.url)
  const portal = await startPortal(transport, {
    ...options,
    env: {
      PRODUCT_API_URL: upstream.url.href,
      SESSION_SECRET: TEST_SECRET,
      ...env,
    },
  })
  afterAll(async () => {
    await portal.close()
    await transport.close()
  })
  return portal
}
