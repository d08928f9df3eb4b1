import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from 'process/settings'
import { afterAll, describe, expect, test } from 'vitest'
import { readPortalConfig } from './config.server'

const dataDir = mkdtempSync(join(tmpdir(), 'config-test-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const SECRET = 'a secret of more than thirty-two characters'
const read = (env: Record<string, string | undefined> = {}) => readPortalConfig({ DATA_DIR: dataDir, ...env })

/** The error line with which the server does not start. */
const complaint = (env: Record<string, string>) => {
  try {
    read(env)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return error instanceof Error ? error.message : ''
  }
  return null
}

describe('the portal’s settings', () => {
  test('have the defaults that docs/settings.md names', () => {
    expect(read()).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: new URL('http://localhost:3000'),
      productApiUrl: null,
      productApiTimeoutMs: 10_000,
      apiSecret: null,
      siteTitle: 'My New Project',
      timeZone: 'Europe/Moscow',
      postLimit: 60,
      paymentOrigins: ['https://yoomoney.ru'],
      metrikaId: null,
      trustBadgeUrl: null,
      trustProxy: 0,
      shutdownDelayMs: 0,
      logLevel: 'info',
    })
  })

  test('count as not set when empty', () => {
    for (const blank of ['', ' ', '\t'])
      expect(read({ PORT: blank, PUBLIC_URL: blank, PRODUCT_API_URL: blank, SITE_TITLE: blank })).toEqual(
        read(),
      )
  })

  test('are read without the spaces around them', () => {
    expect(read({ PORT: ' 8080 ', PUBLIC_URL: 'https://portal.example.test ' })).toMatchObject({
      port: 8080,
      publicUrl: new URL('https://portal.example.test'),
    })
  })

  test.each(['-1', '1.5', '1e2', '0x10', '+5', 'five', '301', '9'.repeat(400)])(
    'a number is whole and in its range, not %s',
    (number) => {
      expect(complaint({ SHUTDOWN_DELAY_S: number })).toBe(
        'SHUTDOWN_DELAY_S: must be a whole number from 0 to 300',
      )
    },
  )

  test.each([
    ['TRUST_PROXY', '"1"'],
    ['SITE_TITLE', '"Дом и свет"'],
    ['PUBLIC_URL', "'https://portal.example.test'"],
    ['SESSION_SECRET', `"${SECRET}"`],
  ])('are not in quotes: %s=%s', (name, value) => {
    expect(complaint({ [name]: value })).toBe(
      `${name}: must stand without quotes, which count as a part of the value`,
    )
  })

  test('may have quotes inside', () => {
    expect(read({ SITE_TITLE: 'МУП "Исток"' }).siteTitle).toBe('МУП "Исток"')
  })

  test('PUBLIC_URL’s default has the port', () => {
    expect(read({ PORT: '8080' }).publicUrl.origin).toBe('http://localhost:8080')
  })

  test('a remote product API keeps its path', () => {
    const config = read({ PRODUCT_API_URL: 'https://api.example.test/prefix/', SESSION_SECRET: SECRET })
    expect(config.productApiUrl?.href).toBe('https://api.example.test/prefix/')
  })

  test('lists of secrets and payment origins', () => {
    const config = read({
      SESSION_SECRET: `${SECRET}, ${SECRET}-former`,
      PAYMENT_ORIGINS: 'https://bank.example.test, https://other.example.test/,',
    })
    expect(config.sessionSecrets).toEqual([SECRET, `${SECRET}-former`])
    expect(config.paymentOrigins).toEqual(['https://bank.example.test', 'https://other.example.test'])
  })

  test('of several API secrets the first is sent', () => {
    const [present, former] = ['p'.repeat(32), 'f'.repeat(32)]
    expect(read({ API_SECRET: `${present}, ${former}` }).apiSecret).toBe(present)
  })

  test('without a secret, one is stored in the data folder', () => {
    expect(read().sessionSecrets).toEqual([readFileSync(join(dataDir, 'session-secret'), 'utf8')])
    expect(read().sessionSecrets[0]?.length).toBeGreaterThanOrEqual(32)
  })

  test.each([
    ['PORT', '65536'],
    ['PORT', 'http'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PUBLIC_URL', 'portal.example.test'],
    ['PUBLIC_URL', 'ftp://portal.example.test'],
    ['PUBLIC_URL', 'https://portal.example.test/path'],
    ['PUBLIC_URL', 'https://portal.example.test/?a'],
    ['PUBLIC_URL', 'https://user@portal.example.test'],
    ['PRODUCT_API_URL', 'api'],
    ['PRODUCT_API_URL', 'file:///etc/passwd'],
    ['PRODUCT_API_URL', 'https://api.example.test/?key=1'],
    ['PRODUCT_API_TIMEOUT_MS', '0'],
    ['PRODUCT_API_TIMEOUT_MS', '10s'],
    ['API_SECRET', 'short'],
    ['API_SECRET', `${'s'.repeat(32)},`],
    ['SESSION_SECRET', 'short'],
    ['SESSION_SECRET', `${SECRET},short`],
    ['SESSION_SECRET', `${SECRET},`],
    ['TIME_ZONE', 'Europe/Tver'],
    ['POST_LIMIT', '0'],
    ['PAYMENT_ORIGINS', 'yoomoney.ru'],
    ['PAYMENT_ORIGINS', 'https://yoomoney.ru/pay'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '-1'],
    ['LOG_LEVEL', 'loud'],
    ['DATA_DIR', '/dev/null'],
    ['DATA_DIR', '/dev/null/data'],
  ])('reject %s=%s in one line that names it', (name, value) => {
    const words = complaint({ [name]: value })
    expect(words).toMatch(new RegExp(`^${name}: .+`))
    expect(words).not.toContain('\n')
  })

  test.each([
    ['PUBLIC_URL', 'my.example.com', 'must be an http:// or https:// address'],
    ['PRODUCT_API_URL', 'api.example.com', 'must be an http:// or https:// address'],
    ['PRODUCT_API_URL', 'https://portal:secret@api.example.com', 'must have no user name'],
    ['PAYMENT_ORIGINS', 'https://yoomoney.ru, bank.example.com', 'must be an http:// or https:// address'],
    ['TRUST_BADGE_URL', 'http://badge.example.com/script.js', 'must be an https:// address'],
    ['TRUST_BADGE_URL', 'badge.example.com', 'must be an https:// address'],
  ])('say what is missing in %s=%s', (name, value, words) => {
    expect(complaint({ [name]: value })).toBe(`${name}: ${words}`)
  })

  test('never show a secret in an error', () => {
    for (const name of ['SESSION_SECRET', 'API_SECRET'])
      expect(complaint({ [name]: 'short-but-secret' })).not.toContain('short-but-secret')
  })

  test.each([
    ['PRODUCT_API_URL', 'https://api.example.test'],
    ['DATABASE_URL', 'postgres://db.example.test/portal'],
  ])('require a shared secret when %s is set', (name, value) => {
    expect(complaint({ [name]: value })).toMatch(new RegExp(`^SESSION_SECRET: .*${name}`))
    expect(complaint({ [name]: value, SESSION_SECRET: SECRET })).toBeNull()
  })
})
