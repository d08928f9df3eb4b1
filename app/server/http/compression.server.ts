import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const SMALLEST_BYTES = 1_024

/** Compresses a finished answer in one go; null when it is not worth it or the browser takes neither form. */
export const compress = (
  body: Buffer,
  acceptEncoding: string | undefined,
): { encoding: 'br' | 'gzip'; body: Buffer } | null => {
  if (body.length < SMALLEST_BYTES || !acceptEncoding) return null
  const accepted = acceptedCodings(acceptEncoding)
  if (accepted.has('br')) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
    return { encoding: 'br', body: brotliCompressSync(body, { params }) }
  }
  if (accepted.has('gzip')) return { encoding: 'gzip', body: gzipSync(body, { level: 4 }) }
  return null
}

const acceptedCodings = (header: string) =>
  new Set(
    header
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
      .map((part) => part.replace(/\s*;.*$/, '')),
  )
