import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Request } from 'express'

const MIN_BYTES = 1_024

/** Compresses a finished body; null when it is under 1 KB or the browser accepts neither brotli nor gzip. */
export const compress = (
  body: Buffer,
  req: Pick<Request, 'acceptsEncodings' | 'headers'>,
): { encoding: 'br' | 'gzip'; body: Buffer } | null => {
  if (body.length < MIN_BYTES || !req.headers['accept-encoding']) return null
  // One by one: of a list the browser's order would win, and browsers name gzip first.
  if (req.acceptsEncodings('br')) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
    return { encoding: 'br', body: brotliCompressSync(body, { params }) }
  }
  if (req.acceptsEncodings('gzip')) return { encoding: 'gzip', body: gzipSync(body, { level: 4 }) }
  return null
}
