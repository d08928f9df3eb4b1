import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DAY } from 'format/durations'

/** The body is larger than allowed. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

/** The sender went away, or took too long. */
export class BrokeOff extends Error {
  override readonly name = 'BrokeOff'
}

/**
 * Writes a request's body to a file and returns its SHA-256. Throws TooLarge as soon as it is over the limit, and BrokeOff
 * for a body that does not arrive whole.
 */
export const storeUpload = async (
  body: ReadableStream<Uint8Array>,
  path: string,
  maxBytes: number,
): Promise<string> => {
  const hash = createHash('sha256')
  let bytes = 0
  const countBytes = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) throw new TooLarge()
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(chunksOf(body), countBytes, createWriteStream(path, { mode: 0o600 }))
  return hash.digest('hex')
}

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new BrokeOff()
      })
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** A younger folder may be in use, also by another process that shares the parent. */
const abandonedAfterMs = DAY
const prefix = 'request-'

/** Runs the work with a new folder in `parent`, and removes it afterwards. */
export const withUploadFolder = async <Result>(
  parent: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> => {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(parent, prefix))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes the folders of killed processes: their tables have personal data. */
export const removeAbandonedUploads = async (parent: string, now: Date): Promise<void> => {
  if (!existsSync(parent)) return
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue
    const folder = join(parent, name)
    // Another process may have removed it already.
    const folderStats = await stat(folder).catch(() => undefined)
    if (folderStats && now.getTime() - folderStats.mtimeMs > abandonedAfterMs)
      await rm(folder, { recursive: true, force: true })
  }
}
