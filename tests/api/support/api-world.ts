import { openContent } from 'api/content'
import { type Database, type DatabaseOptions, openDatabase } from 'api/db/database'
import type { LimitRules } from 'api/limits/rules'
import type { GatewayModule } from 'api/payments/gateways/gateway-module'
import { readServerConfig, siteOf } from 'api/server-config'
import { mailRequestsStep } from 'api/users/mail-requests'
import { createApi } from 'api/wire-api'
import { type WiringOptions, wirePayments } from 'api/wire-payments'
import {
  type DatabaseKind,
  type FreshDatabase,
  freshDatabase,
  migratedDatabase,
} from '../../support/databases'
import { openBankApart } from './bank-apart'

export interface Answer {
  status: number
  /** The JSON of the body; undefined where there is none. */
  body: unknown
  text: string
  headers: Headers
}

export interface MailedLetter {
  to: string
  kind: string
  subject: string
  text: string
}

export const publicUrl = 'https://portal.example'
export const password = 'сорок кошек на крыше'

export interface WorldOptions
  extends Pick<WiringOptions, 'aroundGateway' | 'hooks' | 'onSettled' | 'pollAgainWithinMs'> {
  limits?: Partial<LimitRules>
  env?: Record<string, string>
  /** Whether the test bank keeps its records in another database. */
  bankApart?: boolean
  gateways?: readonly GatewayModule[]
  /** Whether the database has no tables yet; then `connection` creates them. */
  fromNothing?: boolean
  /** How the API reaches its database. */
  connection?: (fresh: FreshDatabase) => Promise<DatabaseOptions>
}

/** The API over a fresh database, with a clock that only `pass` moves. */
export const openApiWorld = async (
  kind: DatabaseKind,
  {
    limits = {},
    env = {},
    bankApart = false,
    gateways,
    fromNothing = false,
    connection = async (fresh) => fresh,
    ...aroundPayments
  }: WorldOptions = {},
) => {
  const fresh = await (fromNothing ? freshDatabase(kind) : migratedDatabase(kind))
  const databaseOptions = await connection(fresh)
  const bankDatabase = bankApart ? await openBankApart(fresh.dataDir) : undefined
  const logged: object[] = []
  const write = (fields: object, message?: string) => {
    logged.push({ ...fields, message })
  }
  const log = { debug: write, info: write, warn: write, error: write }
  const settings = { PUBLIC_URL: publicUrl, PAYMENT_GATEWAY: 'sandbox', SMTP_URL: 'file:', ...env }
  const configWith = (more: Record<string, string>) =>
    readServerConfig({ ...settings, ...more, DATA_DIR: fresh.dataDir }, gateways)
  const start = new Date('2026-03-02T09:00:00.000Z')
  let now = start
  const clock = () => now
  const replicas: Database[] = []

  /**
   * Another API over the same database in this process, with other settings if given. `replicaStarter` starts one in
   * its own process.
   */
  const replica = async (otherSettings: Record<string, string> = {}) => {
    const config = configWith(otherSettings)
    const database = await openDatabase(databaseOptions)
    replicas.push(database)
    const content = openContent({ config, db: database.db, log, clock })
    const site = siteOf(config, content)
    const wired = wirePayments({
      config: site,
      database,
      log,
      clock,
      wakeJobs() {},
      // The clock stands still: waiting for the next poll would never end.
      pollAgainWithinMs: 0,
      ...aroundPayments,
      ...(bankDatabase && { gatewayDatabase: bankDatabase }),
    })
    const api = createApi({
      config,
      database,
      log,
      clock,
      limits,
      content,
      paymentServices: wired,
      checkAnswers: true,
    })
    return { database, api, wired, site }
  }
  const { database, api, wired, site: config } = await replica()
  const returnedLetters = new Set<string>()
  /** Marks all letters as sent; their words stay. */
  const handOverLetters = async () => {
    await database.db
      .updateTable('outbox')
      .set({ sent_at: now.toISOString() })
      .where('sent_at', 'is', null)
      .where('dead_at', 'is', null)
      .execute()
  }
  const mailRequests = mailRequestsStep({ database, site: config, clock, log })

  return {
    database,
    /** Where the test bank's charges are recorded. */
    bank: bankDatabase ?? database,
    fresh,
    log,
    logged,
    replica,
    api,
    wired,
    config,
    /** The settings, for other processes. */
    env: settings,
    now: () => now,
    pass(ms: number) {
      now = new Date(now.getTime() + ms)
    },
    browser: (options: BrowserOptions = {}) => openBrowser(api, options),
    browserOf: (of: Pick<typeof api, 'fetch'>, options: BrowserOptions = {}) => openBrowser(of, options),
    handOverLetters,
    /** Marks the letters of the outbox as sent; returns the ones that it has not returned before, oldest first. */
    async letters(): Promise<MailedLetter[]> {
      await mailRequests.run(() => {})
      await handOverLetters()
      const rows = await database.db
        .selectFrom('outbox')
        .selectAll()
        .orderBy('created_at')
        .orderBy('kind')
        .execute()
      const unread = rows.filter(({ id }) => !returnedLetters.has(id))
      for (const { id } of unread) returnedLetters.add(id)
      return unread.map(({ recipient, kind, subject, text }) => ({ to: recipient, kind, subject, text }))
    },
    /** Resets to the state after opening: nobody is registered, nothing is counted, the clock is set back. */
    async empty() {
      for (const table of [
        'outbox',
        'mail_requests',
        'registration_attempts',
        'rate_limits',
        'users',
      ] as const) {
        await database.db.deleteFrom(table).execute()
      }
      logged.length = 0
      now = start
    },
    /** Resets what is due and counted, and sets the clock back; accounts and customers stay. */
    async startAgain() {
      const { db } = database
      for (const table of ['outbox', 'rate_limits', 'autopayment_run_lines'] as const) {
        await db.deleteFrom(table).execute()
      }
      await (bankDatabase ?? database).db.deleteFrom('sandbox_webhooks').execute()
      await db.updateTable('payment_intents').set({ next_check_at: null }).execute()
      await db.updateTable('autopayments').set({ deleted_at: '2026-01-01', next_plan_at: null }).execute()
      await db.updateTable('autopayment_runs').set({ state: 'over' }).execute()
      logged.length = 0
      now = start
    },
    async close() {
      for (const one of replicas) await one.close()
      await bankDatabase?.close()
      await fresh.drop()
    },
  }
}

export type ApiWorld = Awaited<ReturnType<typeof openApiWorld>>
export type { FreshDatabase }

export interface BrowserOptions {
  address?: string
  deviceId?: string
  /** 'Chrome, Android' */
  device?: string
}

/** A visitor's browser, behind a portal: one cookie, one address. */
export const openBrowser = (
  api: { fetch(request: Request): Response | Promise<Response> },
  { address = '203.0.113.7', deviceId, device }: BrowserOptions,
) => {
  let session: string | undefined

  const send = async (method: string, path: string, init: RequestInit = {}): Promise<Answer> => {
    const headers = new Headers(init.headers)
    headers.set('x-forwarded-for', address)
    if (deviceId) headers.set('x-device-id', deviceId)
    if (device) headers.set('x-device', device)
    if (session) headers.set('cookie', `session=${session}`)
    const response = await api.fetch(new Request(`http://api.test${path}`, { ...init, method, headers }))
    const set = /^session=([^;]*)/.exec(response.headers.get('set-cookie') ?? '')
    if (set) session = set[1] || undefined
    const text = await response.text()
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      text,
      headers: response.headers,
    }
  }

  const sendJson = (method: string, path: string, body?: unknown, key?: string) =>
    send(method, path, {
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })

  return {
    send,
    get: (path: string) => send('GET', path),
    delete: (path: string) => send('DELETE', path),
    /** With an idempotency key, if given. */
    post: (path: string, body?: unknown, key?: string) => sendJson('POST', path, body, key),
    patch: (path: string, body?: unknown) => sendJson('PATCH', path, body),
    session: () => session,
    setSession(value: string | undefined) {
      session = value
    },
  }
}

export type Browser = ReturnType<typeof openBrowser>

/** The path, id and code of the letter's only link with a code. */
export const linkIn = (letter: MailedLetter | undefined) => {
  const link = letter?.text.match(/https:\/\/\S+code=\S+/)?.[0]
  if (!link) throw new Error(`No link in the letter ${letter?.kind ?? '(none)'}`)
  const url = new URL(link)
  const code = url.searchParams.get('code') ?? ''
  const id = url.searchParams.get('id') ?? decodeURIComponent(url.pathname.split('/').at(-1) ?? '')
  return { url, id, code }
}

export const registration = (email: string, more: object = {}) => ({
  name: 'Пётр Снегирёв',
  email,
  phone: '+79991234567',
  password,
  password_confirmation: password,
  consent: true,
  consentVersion: '2026-01-15',
  ...more,
})

export const register = (browser: Browser, email: string, more: object = {}) =>
  browser.post('/api/v1/users/registration/', registration(email, more))

export const login = (browser: Browser, email: string, typed = password) =>
  browser.post('/api/v1/users/login/', { email, password: typed })

export const currentUser = (browser: Browser) => browser.get('/api/v1/users/get-current-auth/')

export const verifyByLetter = async (world: ApiWorld, browser: Browser, email: string) => {
  const letter = (await world.letters()).find(({ to, kind }) => to === email && kind === 'verification')
  const { id, code } = linkIn(letter)
  return browser.get(`/api/v1/users/verify-email/${id}?code=${code}`)
}

/** Registers a customer, verifies the address and signs in; returns the browser. */
export const signedIn = async (world: ApiWorld, email: string, options: BrowserOptions = {}) => {
  const browser = world.browser(options)
  await register(browser, email)
  await verifyByLetter(world, browser, email)
  await login(browser, email)
  return browser
}

/** What an outside observer can compare of two answers. */
export const seenFromOutside = ({ status, text, headers }: Answer) => ({
  status,
  text,
  headers: [...headers].filter(([name]) => name !== 'x-request-id'),
})
