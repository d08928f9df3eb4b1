import type { IncomingMessage } from 'node:http'

export const MAX_BODY_BYTES = 64 * 1024

/**
 * Reads a request body into memory, whatever its type. Null as soon as it is over the limit, while the rest may still be
 * arriving. Rejects when the visitor closes the connection.
 */
export const readPostedBody = (req: IncomingMessage): Promise<Buffer | null> =>
  new Promise((resolve, reject) => {
    if (Number(req.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return resolve(null)
    const chunks: Buffer[] = []
    let size = 0
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size <= MAX_BODY_BYTES) return void chunks.push(chunk)
      // The rest is read and dropped: with an unread body the connection is reset and the response lost.
      req.off('data', take)
      chunks.length = 0
      resolve(null)
    }
    req.on('data', take)
    req.once('end', () => resolve(Buffer.concat(chunks)))
    req.once('close', () => reject(new Error('the visitor has closed the connection')))
  })
