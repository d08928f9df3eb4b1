import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, mkdtemp, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** A backup is not made or not restored. Nothing has changed. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}

export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** Runs the work with a new folder beside `path`, readable by nobody else, and removes it. */
export const withFolderBeside = async <Result>(
  path: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> => {
  const folder = await mkdtemp(join(dirname(path), '.portal-')).catch((error: NodeJS.ErrnoException) => {
    throw new BackupRefused(`nothing can be written to ${dirname(path)}: ${error.code ?? error.message}`)
  })
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Flushes a finished file to the disk and renames it. Throws BackupRefused for a name that is taken. */
export const putInPlace = async (temporaryPath: string, path: string) => {
  await flush(temporaryPath)
  if (await exists(path)) throw new BackupRefused(`${path} is there already`)
  await rename(temporaryPath, path)
  await flush(dirname(path))
}

const flush = async (path: string) => {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export const measureFile = async (path: string): Promise<{ bytes: number; sha256: string }> => {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = createReadStream(path)
  stream.on('data', (chunk) => {
    bytes += chunk.length
  })
  await pipeline(stream, hash)
  return { bytes, sha256: hash.digest('hex') }
}
