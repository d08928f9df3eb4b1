import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import { countedAddress } from './visitor-address.server'

/** A body that is made while it is sent. */
export interface Download {
  pieces: AsyncIterable<string | Uint8Array>
  /** Milliseconds for the whole body, or for the visitor to read each piece. */
  limit: { wholeMs: number } | { pieceMs: number }
}

/** The two ways to send a finished response; exactly one is used. */
export interface Sender {
  send: (body: Buffer) => void
  /** Streams with backpressure; cuts the response off when a piece fails or it takes too long. */
  stream: (download: Download) => Promise<void>
}

/**
 * Buffers what is written to the response, so that headers can still be set when it is finished. `finish` gets the whole
 * body and sends it; its rejection goes to `fail`.
 */
export const bufferResponse = (
  res: Response,
  finish: (body: Buffer, sender: Sender) => Promise<void>,
  fail: (error: unknown) => void,
  unreadMs = UNREAD_MS,
) => {
  const chunks: Buffer[] = []
  const end = res.end.bind(res)
  const write = res.write.bind(res)
  const keep = (chunk: unknown) => {
    if (chunk instanceof Uint8Array)
      chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    else if (typeof chunk === 'string') chunks.push(Buffer.from(chunk))
  }
  res.write = (chunk: unknown) => {
    keep(chunk)
    return true
  }
  res.end = (chunk?: unknown) => {
    keep(chunk)
    res.end = end
    res.write = write
    finish(joinChunks(chunks), {
      send: (body) => sendWhole(res, body, unreadMs),
      stream: (download) => streamTo(res, download),
    }).catch(fail)
    return res
  }
}

const joinChunks = (chunks: Buffer[]): Buffer => {
  const [first] = chunks
  return first && chunks.length === 1 ? first : Buffer.concat(chunks)
}

/** How long a visitor may take to read a piece that the socket's buffers cannot hold. */
const UNREAD_MS = 10_000
const PIECE_BYTES = 65_536

/** Ends the response with the body, and cuts it off when the visitor does not read it. */
export const sendWhole = (res: Response, body: Buffer, unreadMs = UNREAD_MS) => {
  if (body.length > PIECE_BYTES) {
    streamTo(res, { pieces: piecesOf(body), limit: { pieceMs: unreadMs } }).catch(() => res.destroy())
    return
  }
  res.end(body)
  if (res.writableFinished) return
  limitUnsent(res)
  const timer = setTimeout(() => res.destroy(), unreadMs).unref()
  res.once('close', () => clearTimeout(timer))
}

async function* piecesOf(body: Buffer) {
  for (let at = 0; at < body.length; at += PIECE_BYTES) yield body.subarray(at, at + PIECE_BYTES)
}

/** Many subscribers of a mobile operator can share one address, and slow networks take seconds for a page. */
const MAX_UNSENT = 100
/** Responses that visitors have not read yet, by address, the oldest first. */
const unsentByAddress = new Map<string, Set<Response>>()

/** Bounds the memory of unread responses: past the limit the oldest of the address is cut off. */
const limitUnsent = (res: Response) => {
  const address = countedAddress(res.req)
  const unsent = unsentByAddress.get(address) ?? new Set()
  unsentByAddress.set(address, unsent.add(res))
  res.once('close', () => {
    unsent.delete(res)
    if (unsent.size === 0) unsentByAddress.delete(address)
  })
  if (unsent.size <= MAX_UNSENT) return
  const [oldest] = unsent
  if (!oldest) return
  unsent.delete(oldest)
  oldest.destroy()
}

const MAX_LISTENERS = 20

const streamTo = async (res: Response, { pieces, limit }: Download) => {
  limitUnsent(res)
  const stalled = new AbortController()
  const [source, signal] =
    'wholeMs' in limit
      ? [pieces, AbortSignal.timeout(limit.wholeMs)]
      : [withPieceTimeout(pieces, limit.pieceMs, stalled), stalled.signal]
  // The middlewares have a few, and a pipeline adds four to Node's limit of ten.
  res.setMaxListeners(MAX_LISTENERS)
  try {
    await pipeline(Readable.from(source), res, { signal })
  } catch (error) {
    // The visitor has closed the connection: no error.
    const hasLeft = error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
    if (!hasLeft) throw error
  }
}

async function* withPieceTimeout<Piece>(pieces: AsyncIterable<Piece>, ms: number, stalled: AbortController) {
  const abortLater = () =>
    setTimeout(() => stalled.abort(new Error('the visitor no longer reads the response')), ms).unref()
  for await (const piece of pieces) {
    const timer = abortLater()
    try {
      yield piece
    } finally {
      clearTimeout(timer)
    }
  }
  // For the last piece: once it is taken, there is nothing left to abort.
  abortLater()
}
