import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ConfigError } from 'process/settings'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sessionSecrets } from './session-secret.server'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secret-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const root = fileURLToPath(new URL('../../../', import.meta.url))
const script = `
  import { sessionSecrets } from ${JSON.stringify(new URL('./session-secret.server.ts', import.meta.url).href)}
  process.stdout.write(sessionSecrets(process.argv[1]).join(','))
`
const inAnotherProcess = async (dataDir: string) =>
  (
    await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', script, dataDir],
      { cwd: root },
    )
  ).stdout

describe('the secret in the data folder', () => {
  test('is created on the first start, long enough and readable by its owner only', () => {
    const dataDir = join(folder, 'new', 'data')
    const [secret = ''] = sessionSecrets(dataDir)
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(statSync(join(dataDir, 'session-secret')).mode & 0o777).toBe(0o600)
    expect(readdirSync(dataDir)).toEqual(['session-secret'])
  })

  test('is the same on the next start', () => {
    expect(sessionSecrets(folder)).toEqual(sessionSecrets(folder))
  })

  test.each([
    ['empty', ''],
    ['cut off', 'k'.repeat(31)],
    ['nothing but zeros', '\0'.repeat(43)],
  ])('is not used when it is %s', (_, left) => {
    writeFileSync(join(folder, 'session-secret'), left)
    expect(() => sessionSecrets(folder)).toThrow(
      new ConfigError(
        'DATA_DIR: session-secret there is empty or cut off: delete it, everybody then signs in again',
      ),
    )
    expect(readFileSync(join(folder, 'session-secret'), 'utf8')).toBe(left)
  })

  test('is different in another folder', () => {
    expect(sessionSecrets(join(folder, 'a'))).not.toEqual(sessionSecrets(join(folder, 'b')))
  })

  test('is the same for two processes that start at once', { timeout: 30_000 }, async () => {
    const secrets = await Promise.all([1, 2, 3, 4].map(() => inAnotherProcess(folder)))
    expect(new Set(secrets).size).toBe(1)
    expect(secrets[0]).toBe(readFileSync(join(folder, 'session-secret'), 'utf8'))
    expect(readdirSync(folder)).toEqual(['session-secret'])
  })
})
