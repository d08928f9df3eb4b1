import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'

/** A body that is made while it is sent. */
export interface Download {
  pieces: AsyncIterable<string | Uint8Array>
  /** Milliseconds for the whole of it, or for the visitor to take each piece. */
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
  takenWithinMs = TAKEN_WITHIN_MS,
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
    finish(joined(chunks), {
      send: (body) => sendWhole(res, body, takenWithinMs),
      stream: (download) => streamTo(res, download),
    }).catch(fail)
    return res
  }
}

const joined = (chunks: Buffer[]): Buffer => {
  const [first] = chunks
  return first && chunks.length === 1 ? first : Buffer.concat(chunks)
}

/** A visitor who does not read a page for so long keeps neither its memory nor its place among those in work. */
const TAKEN_WITHIN_MS = 60_000

/** Ends the response with the body, and cuts it off when the visitor does not read it. */
export const sendWhole = (res: Response, body: Buffer, takenWithinMs = TAKEN_WITHIN_MS) => {
  res.end(body)
  if (res.writableFinished) return
  const timer = setTimeout(() => res.destroy(), takenWithinMs).unref()
  res.once('close', () => clearTimeout(timer))
}

const MAX_LISTENERS = 20

const streamTo = async (res: Response, { pieces, limit }: Download) => {
  const stalled = new AbortController()
  const [source, signal] =
    'wholeMs' in limit
      ? [pieces, AbortSignal.timeout(limit.wholeMs)]
      : [takenWithin(pieces, limit.pieceMs, stalled), stalled.signal]
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

async function* takenWithin<Piece>(pieces: AsyncIterable<Piece>, ms: number, stalled: AbortController) {
  for await (const piece of pieces) {
    const timer = setTimeout(() => stalled.abort(new Error('the visitor takes nothing any more')), ms)
    try {
      yield piece
    } finally {
      clearTimeout(timer)
    }
  }
}
