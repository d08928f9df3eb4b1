import { resolve } from 'node:path'
import {
  apiSecrets,
  ConfigError,
  httpAddress,
  logLevel,
  readSettings,
  timeZone,
  wholeNumber,
} from 'process/settings'
import { z } from 'zod'
import { sessionSecrets } from './session/session-secret.server'

const origin = httpAddress
  .transform((text) => new URL(text))
  .refine(
    (url) => url.pathname === '/' && !url.search && !url.hash && !url.username,
    'must be an origin without a path',
  )

const hasNoLogin = ({ username, password }: URL) => !username && !password

const baseAddress = httpAddress
  .transform((text) => new URL(text))
  .refine((url) => !url.search && !url.hash, 'must have neither query nor hash')
  .refine(hasNoLogin, 'must have no user name')

const environment = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  PRODUCT_API_URL: baseAddress.optional(),
  PRODUCT_API_TIMEOUT_MS: wholeNumber(1, 600_000).default(10_000),
  API_SECRET: apiSecrets,
  SESSION_SECRET: z
    .string()
    .transform((list) => list.split(',').map((secret) => secret.trim()))
    .refine(
      (secrets) => secrets.every((secret) => secret.length >= 32),
      'must be 32 characters or more, each one of a list with commas',
    )
    .optional(),
  DATA_DIR: z.string().min(1).default('data'),
  DATABASE_URL: z.string().min(1).optional(),
  SITE_TITLE: z.string().min(1).default('My New Project'),
  TIME_ZONE: timeZone,
  MAX_REQUESTS: wholeNumber(2, 100_000).default(100),
  POST_LIMIT: wholeNumber(1, 1_000_000).default(60),
  PAYMENT_ORIGINS: z
    .string()
    .default('https://yoomoney.ru')
    .transform((list) =>
      list
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    )
    .pipe(z.array(origin.transform((url) => url.origin))),
  METRIKA_ID: wholeNumber(1, 999_999_999_999).optional(),
  TRUST_BADGE_URL: z
    .url({ protocol: /^https$/, error: 'must be an https:// address' })
    .transform((text) => new URL(text))
    .refine(hasNoLogin, 'must have no user name')
    .optional(),
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  SHUTDOWN_DELAY_S: wholeNumber(0, 300).default(0),
  LOG_LEVEL: logLevel,
})

export interface PortalConfig {
  port: number
  host: string
  /** The portal's address for visitors: the only base of links, redirects and the form origin check. */
  publicUrl: URL
  /** Null: the embedded product API is used. */
  productApiUrl: URL | null
  productApiTimeoutMs: number
  /** The bearer token of every call to a remote product API; null: none. */
  apiSecret: string | null
  /** The first one seals cookies; all of them unseal. */
  sessionSecrets: readonly string[]
  dataDir: string
  siteTitle: string
  timeZone: string
  /** Requests in work at once; more wait, see `overload`. */
  maxRequests: number
  /** POSTs per minute from one device, see `postLimits`. */
  postLimit: number
  paymentOrigins: readonly string[]
  /** The analytics counter; null: there is none. */
  metrikaId: number | null
  /** The script of the government's trust badge; null: it is not shown. */
  trustBadgeUrl: URL | null
  trustProxy: number
  /** How long requests are still answered after the stop signal, while /health/ready answers 503. */
  shutdownDelayMs: number
  logLevel: z.output<typeof environment>['LOG_LEVEL']
}

/** Reads the portal's settings. Throws a ConfigError that names the first bad variable. */
export const readPortalConfig = (env: Record<string, string | undefined>): PortalConfig => {
  const values = readSettings(environment, env)
  const dataDir = resolve(values.DATA_DIR)
  if (!values.SESSION_SECRET && (values.PRODUCT_API_URL || values.DATABASE_URL)) {
    const why = values.PRODUCT_API_URL ? 'PRODUCT_API_URL' : 'DATABASE_URL'
    throw new ConfigError(`SESSION_SECRET: must be set together with ${why}, because all replicas share it`)
  }
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL ?? new URL(`http://localhost:${values.PORT}`),
    productApiUrl: values.PRODUCT_API_URL ?? null,
    productApiTimeoutMs: values.PRODUCT_API_TIMEOUT_MS,
    apiSecret: values.API_SECRET?.[0] ?? null,
    sessionSecrets: values.SESSION_SECRET ?? sessionSecrets(dataDir),
    dataDir,
    siteTitle: values.SITE_TITLE,
    timeZone: values.TIME_ZONE,
    maxRequests: values.MAX_REQUESTS,
    postLimit: values.POST_LIMIT,
    paymentOrigins: values.PAYMENT_ORIGINS,
    metrikaId: values.METRIKA_ID ?? null,
    trustBadgeUrl: values.TRUST_BADGE_URL ?? null,
    trustProxy: values.TRUST_PROXY,
    shutdownDelayMs: values.SHUTDOWN_DELAY_S * 1_000,
    logLevel: values.LOG_LEVEL,
  }
}
