import type { IncomingMessage } from 'node:http'

export const LARGEST_BODY_BYTES = 64 * 1024

/**
 * A form as it came, whatever its type: read once, into memory and bounded. Null as soon as it is longer, while the
 * rest of it may still be on its way. Rejects when the visitor has gone in the middle of it.
 */
export const readPostedBody = (req: IncomingMessage): Promise<Buffer | null> =>
  new Promise((resolve, reject) => {
    if (Number(req.headers['content-length'] ?? 0) > LARGEST_BODY_BYTES) return resolve(null)
    const chunks: Buffer[] = []
    let size = 0
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size <= LARGEST_BODY_BYTES) return void chunks.push(chunk)
      // It flows on to nobody: an answer over an unread body would be lost with the connection.
      req.off('data', take)
      chunks.length = 0
      resolve(null)
    }
    req.on('data', take)
    req.once('end', () => resolve(Buffer.concat(chunks)))
    req.once('close', () => reject(new Error('the visitor has gone')))
  })
