import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, dataDirError } from 'process/settings'

/**
 * The secret in the data folder, created on the first start. Two processes that start at once use the same one. Throws a
 * ConfigError where the folder can not be used, or the secret there is not whole.
 */
export const sessionSecrets = (dataDir: string): readonly string[] => {
  try {
    const secret = readOrCreateSecret(dataDir)
    if (!isWhole(secret))
      throw new ConfigError(
        'DATA_DIR: session-secret there is empty or cut off: delete it, everybody then signs in again',
      )
    return [secret]
  } catch (error) {
    throw dataDirError(error, dataDir)
  }
}

/** After a power failure a file may have its length, and nothing but zeros in it. */
const isWhole = (secret: string) => /^[^\0]{32,}$/.test(secret)

const readOrCreateSecret = (dataDir: string): string => {
  const file = join(dataDir, 'session-secret')
  const stored = read(file)
  if (stored !== null) return stored
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8')
}

const read = (file: string) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
