import { isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import { apiSecrets, ConfigError, logLevel, readSettings, timeZone, wholeNumber } from 'contract/settings'
import { z } from 'zod'
import { databaseDefaults } from './db/database-defaults'

const baseAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
  .transform((text) => text.replace(/\/+$/, ''))

const LETTERS_AS_FILES = 'file:'

const environment = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: baseAddress.optional(),
  API_PORT: wholeNumber(0, 65_535).default(3001),
  API_PUBLIC_URL: baseAddress.optional(),
  API_SECRET: apiSecrets,
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')
    .optional(),
  DATABASE_TIMEOUT_MS: wholeNumber(500, 600_000).default(databaseDefaults.databaseTimeoutMs),
  DATABASE_POOL: wholeNumber(2, 100).default(databaseDefaults.databasePool),
  SMTP_URL: z
    .union(
      [z.literal(LETTERS_AS_FILES), z.url({ protocol: /^smtps?$/ })],
      'must be an smtp:// or smtps:// address, or file: for letters as .eml files in DATA_DIR/outbox',
    )
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^@\p{Cc}]+@[^@\p{Cc}]+$/u, 'must be an address, or a name and <address>')
    .optional(),
  SITE_TITLE: z.string().default('My New Project'),
  CONTENT_DIR: z.string().default('content'),
  TIME_ZONE: timeZone,
  DEMO_DATA: z.stringbool({ error: 'must be on or off' }).optional(),
  GUEST_BALANCE: z.stringbool({ error: 'must be on or off' }).default(true),
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  PAYMENT_GATEWAY: z.enum(['sandbox', 'yookassa'], 'must be sandbox or yookassa').optional(),
  YOOKASSA_SHOP_ID: z
    .string()
    .regex(/^[!-9;-~]+$/, 'must be the number of a shop')
    .optional(),
  YOOKASSA_SECRET_KEY: z
    .string()
    .regex(/^[!-~]+$/, 'must be a secret key')
    .optional(),
  YOOKASSA_API_URL: baseAddress.default('https://api.yookassa.ru/v3'),
  YOOKASSA_VAT_CODE: wholeNumber(1, 12).default(1),
  YOOKASSA_PAYMENT_ORDER: z.enum(['none', 'utilities'], 'must be none or utilities').default('none'),
  LOG_LEVEL: logLevel,
  NODE_ENV: z.string().optional(),
})

export interface YookassaConfig {
  shopId: string
  secretKey: string
  apiUrl: string
  /** What receipts say of VAT, by the gateway's own numbers: 1 is «без НДС». */
  vatCode: number
  /** `utilities`: the shop is one of housing, and each payment has to name its recipient and billing period. */
  paymentOrder: 'none' | 'utilities'
  /** Whether the address that a notice comes from is known for sure, and so can be checked. */
  checksAddresses: boolean
}

export interface ApiConfig {
  host: string
  port: number
  /** Where this API is reached when it stands alone. */
  apiPublicUrl: string
  /** What portals prove themselves with (`Authorization: Bearer`); any of them does. Empty: nothing is asked for. */
  apiSecrets: readonly string[]
  /** How many proxies stand before what the world reaches of this server. */
  trustProxy: number
  /** The portal's address, without a slash at its end: every link in a letter begins with it. */
  publicUrl: string
  siteTitle: string
  dataDir: string
  /** Undefined: SQLite in `dataDir`. */
  databaseUrl: string | undefined
  databaseTimeoutMs: number
  databasePool: number
  /** Undefined: letters are files in `dataDir`/outbox. */
  smtpUrl: string | undefined
  mailFrom: string
  contentDir: string
  timeZone: string
  /** Whether anybody who knows an account's number is told what is owed on it. */
  guestBalance: boolean
  /** Whether an empty database is filled with the demo company. */
  demoData: boolean
  /** Where new payments go. */
  paymentGateway: 'sandbox' | 'yookassa'
  /** Undefined: not configured, neither for new payments nor for those that were begun with it. */
  yookassa: YookassaConfig | undefined
  logLevel: z.output<typeof environment>['LOG_LEVEL']
}

/** Reads the API's settings; an empty variable counts as absent. Throws a ConfigError that names the first bad one. */
export const readApiConfig = (env: Record<string, string | undefined>): ApiConfig => {
  const values = readSettings(environment, env)
  for (const name of ['PAYMENT_GATEWAY', 'SMTP_URL'] as const) {
    const sign = values[name] === undefined && signOfProduction(values)
    if (sign) throw new ConfigError(`${name}: must be named where ${sign} (${forATrial[name]} for a trial)`)
  }
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`
  return {
    host: values.HOST,
    port: values.API_PORT,
    apiPublicUrl: values.API_PUBLIC_URL ?? `http://localhost:${values.API_PORT}`,
    apiSecrets: values.API_SECRET ?? [],
    trustProxy: values.TRUST_PROXY,
    publicUrl,
    siteTitle: values.SITE_TITLE,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseTimeoutMs: values.DATABASE_TIMEOUT_MS,
    databasePool: values.DATABASE_POOL,
    smtpUrl: values.SMTP_URL === LETTERS_AS_FILES ? undefined : values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    contentDir: resolve(values.CONTENT_DIR),
    timeZone: values.TIME_ZONE,
    guestBalance: values.GUEST_BALANCE,
    demoData: values.DEMO_DATA ?? (values.NODE_ENV === undefined && values.PUBLIC_URL === undefined),
    paymentGateway: values.PAYMENT_GATEWAY ?? 'sandbox',
    yookassa: yookassaConfig(values),
    logLevel: values.LOG_LEVEL,
  }
}

/** The settings of an API that listens on a port of its own: beyond the loopback it must know its portals. */
export const readStandaloneApiConfig = (env: Record<string, string | undefined>): ApiConfig => {
  const config = readApiConfig(env)
  if (config.apiSecrets.length === 0 && !isLoopback(config.host))
    throw new ConfigError(
      `API_SECRET: must be set where HOST is ${config.host}, so that only portals are believed (openssl rand -hex 32)`,
    )
  return config
}

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))

/** Real customers are served then: a default that takes no money and sends no letters would pass unnoticed. */
const signOfProduction = ({ NODE_ENV, PUBLIC_URL, DATABASE_URL }: z.output<typeof environment>) => {
  if (NODE_ENV === 'production') return 'NODE_ENV is production'
  if (PUBLIC_URL?.startsWith('https:')) return 'PUBLIC_URL is https'
  return DATABASE_URL === undefined ? null : 'DATABASE_URL is set'
}

const forATrial = { PAYMENT_GATEWAY: 'sandbox', SMTP_URL: LETTERS_AS_FILES }

const yookassaConfig = (values: z.output<typeof environment>): YookassaConfig | undefined => {
  const { PAYMENT_GATEWAY, YOOKASSA_SHOP_ID: shopId, YOOKASSA_SECRET_KEY: secretKey } = values
  if (PAYMENT_GATEWAY !== 'yookassa' && shopId === undefined && secretKey === undefined) return undefined
  if (shopId === undefined) throw new ConfigError(`YOOKASSA_SHOP_ID: ${missing(values)}`)
  if (secretKey === undefined) throw new ConfigError(`YOOKASSA_SECRET_KEY: ${missing(values)}`)
  return {
    shopId,
    secretKey,
    apiUrl: values.YOOKASSA_API_URL,
    vatCode: values.YOOKASSA_VAT_CODE,
    paymentOrder: values.YOOKASSA_PAYMENT_ORDER,
    checksAddresses: values.TRUST_PROXY > 0,
  }
}

const missing = ({ PAYMENT_GATEWAY }: z.output<typeof environment>) =>
  PAYMENT_GATEWAY === 'yookassa'
    ? 'must be set together with PAYMENT_GATEWAY=yookassa'
    : 'YOOKASSA_SHOP_ID and YOOKASSA_SECRET_KEY must be set together'
