import { resolve } from 'node:path'
import {
  apiSecrets,
  ConfigError,
  type Environment,
  httpAddress,
  logLevel,
  readSettings,
  secretList,
  timeZone,
  wholeNumber,
} from 'process/settings'
import { z } from 'zod'
import { databaseDefaults, databaseUrl } from './db/database-settings'
import { type MailSender, readSender } from './mail/mailer'

/** Days of the month, both included; a month without the last one ends the window with its own last day. */
export interface ReadingDays {
  first: number
  last: number
}

/** Reads '15-25'; null for anything else. */
const readReadingDays = (text: string): ReadingDays | null => {
  const [, first, last] = /^(\d{1,2})-(\d{1,2})$/.exec(text.trim()) ?? []
  const days = { first: Number(first), last: Number(last) }
  return days.first >= 1 && days.first <= 28 && days.last >= days.first && days.last <= 31 ? days : null
}

const baseAddress = httpAddress.transform((text) => text.replace(/\/+$/, ''))

const LETTERS_AS_FILES = 'file:'
const noWayOfLetters =
  'must be an smtp:// or smtps:// address, or file: for letters as .eml files in DATA_DIR/outbox'

const settings = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: baseAddress.optional(),
  API_PORT: wholeNumber(0, 65_535).default(3001),
  API_PUBLIC_URL: baseAddress.optional(),
  API_SECRET: apiSecrets,
  SECOND_STEP_KEY: secretList,
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_TIMEOUT_MS: wholeNumber(500, 600_000).default(databaseDefaults.databaseTimeoutMs),
  DATABASE_POOL: wholeNumber(2, 100).default(databaseDefaults.databasePool),
  SMTP_URL: z
    .union([
      z.literal(LETTERS_AS_FILES),
      // Its own message is reported, not the message of the union.
      z.url({ protocol: /^smtps?$/, hostname: /./, error: noWayOfLetters }),
    ])
    .optional(),
  MAIL_FROM: z
    .string()
    .transform(readSender)
    .refine((sender) => sender !== null, 'must be an address, or a name and <address>')
    .optional(),
  SITE_TITLE: z.string().default('My New Project'),
  CONTENT_DIR: z.string().default('content'),
  TIME_ZONE: timeZone,
  READINGS_WINDOW: z
    .string()
    .transform(readReadingDays)
    .refine((days) => days !== null, 'must be two days of the month such as 15-25')
    .optional(),
  IMPORT_DIR: z.string().optional(),
  IMPORT_REPORT_TO: z.email({ error: 'must be an e-mail address' }).optional(),
  IMPORT_TOKEN: secretList,
  IMPORT_MAX_MB: wholeNumber(1, 10_000).default(500),
  DEMO_DATA: z.stringbool({ error: 'must be on or off' }).optional(),
  GUEST_BALANCE: z.stringbool({ error: 'must be on or off' }).default(true),
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  SHUTDOWN_DELAY_S: wholeNumber(0, 300).default(0),
  PAYMENT_GATEWAY: z.string().optional(),
  LOG_LEVEL: logLevel,
  NODE_ENV: z.string().optional(),
})

export interface ApiConfig {
  host: string
  port: number
  /** The address of a separate API. */
  apiPublicUrl: string
  /** Secrets of portals (`Authorization: Bearer`); any of them is accepted. If empty, none is required. */
  apiSecrets: readonly string[]
  /**
   * Keys for the secrets of second steps: the first encrypts, all decrypt. If empty, secrets are stored in plain text.
   */
  secondStepKeys: readonly string[]
  /** The number of proxies in front of this server. */
  trustProxy: number
  /** The portal's address without a trailing slash: links in letters start with it. */
  publicUrl: string
  siteTitle: string
  dataDir: string
  /** Undefined: SQLite in `dataDir`. */
  databaseUrl: string | undefined
  databaseTimeoutMs: number
  databasePool: number
  /** Undefined: letters are files in `dataDir`/outbox. */
  smtpUrl: string | undefined
  mailFrom: MailSender
  contentDir: string
  timeZone: string
  /** Whether anybody who knows an account's number may see its balance. */
  guestBalance: boolean
  /** On which days of each month meter readings are taken. */
  readingDays: ReadingDays
  /** The folder whose files are imported; undefined if there is none. */
  importDir: string | undefined
  /** The address for reports of that folder; undefined: they are only beside the files. */
  importReportTo: string | undefined
  /** Secrets of systems that import over HTTP; any of them is accepted. If empty, no system may import. */
  importTokens: readonly string[]
  importMaxBytes: number
  /** Whether to seed an empty database with the demo company. */
  demoData: boolean
  /** The gateway of new payments. */
  paymentGateway: string
  /** How long a separate API still answers requests after the stop signal, while /health/ready answers 503. */
  shutdownDelayMs: number
  logLevel: z.output<typeof settings>['LOG_LEVEL']
}

/**
 * Reads the API's own settings, without those of its gateways; an empty one counts as missing. Throws a ConfigError for
 * the first invalid one.
 */
export const readApiConfig = (env: Environment): ApiConfig => {
  const values = readSettings(settings, env)
  for (const name of ['PAYMENT_GATEWAY', 'SMTP_URL'] as const) {
    const sign = values[name] === undefined && signOfProduction(values)
    if (sign) throw new ConfigError(`${name}: must be named where ${sign} (${forATrial[name]} for a trial)`)
  }
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`
  const demoData = values.DEMO_DATA ?? (values.NODE_ENV === undefined && values.PUBLIC_URL === undefined)
  return {
    host: values.HOST,
    port: values.API_PORT,
    apiPublicUrl: values.API_PUBLIC_URL ?? `http://localhost:${values.API_PORT}`,
    apiSecrets: values.API_SECRET ?? [],
    secondStepKeys: values.SECOND_STEP_KEY ?? [],
    trustProxy: values.TRUST_PROXY,
    publicUrl,
    siteTitle: values.SITE_TITLE,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseTimeoutMs: values.DATABASE_TIMEOUT_MS,
    databasePool: values.DATABASE_POOL,
    smtpUrl: values.SMTP_URL === LETTERS_AS_FILES ? undefined : values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? ofSite(new URL(publicUrl)),
    contentDir: resolve(values.CONTENT_DIR),
    timeZone: values.TIME_ZONE,
    guestBalance: values.GUEST_BALANCE,
    // A trial may begin on any day.
    readingDays: values.READINGS_WINDOW ?? (demoData ? { first: 1, last: 31 } : { first: 15, last: 25 }),
    importDir: values.IMPORT_DIR === undefined ? undefined : resolve(values.IMPORT_DIR),
    importReportTo: values.IMPORT_REPORT_TO,
    importTokens: values.IMPORT_TOKEN ?? [],
    importMaxBytes: values.IMPORT_MAX_MB * 1024 * 1024,
    demoData,
    paymentGateway: values.PAYMENT_GATEWAY ?? forATrial.PAYMENT_GATEWAY,
    shutdownDelayMs: values.SHUTDOWN_DELAY_S * 1_000,
    logLevel: values.LOG_LEVEL,
  }
}

/** In production nobody would notice a default that takes no money and sends no letters. */
const signOfProduction = ({ NODE_ENV, PUBLIC_URL, DATABASE_URL }: z.output<typeof settings>) => {
  if (NODE_ENV === 'production') return 'NODE_ENV is production'
  if (PUBLIC_URL?.startsWith('https:')) return 'PUBLIC_URL is https'
  return DATABASE_URL === undefined ? null : 'DATABASE_URL is set'
}

const ofSite = ({ hostname }: URL): MailSender => ({
  name: '',
  address: `no-reply@${hostname}`,
  domain: hostname,
})

const forATrial = { PAYMENT_GATEWAY: 'sandbox', SMTP_URL: LETTERS_AS_FILES }
