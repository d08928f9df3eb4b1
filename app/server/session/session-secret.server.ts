import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataDirError } from 'contract/data-dir-error'

/**
 * The secret in the data folder, created on the first start. Two processes that start at once use the same one. Throws a
 * ConfigError where the folder can not be used.
 */
export const sessionSecrets = (dataDir: string): readonly string[] => {
  try {
    return [keptOrNew(dataDir)]
  } catch (error) {
    throw dataDirError(error, dataDir)
  }
}

const keptOrNew = (dataDir: string): string => {
  const file = join(dataDir, 'session-secret')
  const kept = read(file)
  if (kept) return kept
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
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
