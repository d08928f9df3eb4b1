import type { IncomingMessage } from 'node:http'

export const MAX_BODY_BYTES = 64 * 1024

/** How much of a body over the limit is read: a browser shows the answer only after it has sent its whole form. */
const MAX_DROPPED_BYTES = 16 * 1024 * 1024

/**
 * Reads a request body of any type into memory. Null as soon as the body is over the limit. The rest is read and dropped;
 * after `MAX_DROPPED_BYTES` the connection is closed. Rejects when the visitor closes the connection.
 */
export const readPostedBody = (req: IncomingMessage): Promise<Buffer | null> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size > MAX_DROPPED_BYTES) return void req.destroy()
      if (size <= MAX_BODY_BYTES) return void chunks.push(chunk)
      chunks.length = 0
      resolve(null)
    }
    if (Number(req.headers['content-length'] ?? 0) > MAX_BODY_BYTES) resolve(null)
    req.on('data', take)
    req.once('end', () => resolve(Buffer.concat(chunks)))
    req.once('close', () => reject(new Error('the visitor has closed the connection')))
  })
