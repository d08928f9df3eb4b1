import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

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
  const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) throw new TooLarge()
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(chunksOf(body), counted, createWriteStream(path, { mode: 0o600 }))
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
