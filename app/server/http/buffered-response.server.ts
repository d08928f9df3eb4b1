import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'

/** A body that is made while it is sent, for as long as it may take. */
export interface Download {
  pieces: AsyncIterable<string>
  withinMs: number
}

/** The two ways to write a finished answer out, of which one is taken. */
export interface WayOut {
  send: (body: Buffer) => void
  /** Piece by piece, no faster than the visitor reads; cuts the answer off when it fails or takes too long. */
  stream: (download: Download) => Promise<void>
}

/**
 * Holds back what is written to the answer and hands it over whole, so that headers can still be set when it is
 * finished. `finish` writes the answer out; what it rejects with goes to `fail`.
 */
export const holdAnswer = (
  res: Response,
  finish: (body: Buffer, way: WayOut) => Promise<void>,
  fail: (error: unknown) => void,
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
    finish(Buffer.concat(chunks), {
      send: (body) => end(body),
      stream: (download) => writeThrough(download, res),
    }).catch(fail)
    return res
  }
}

const writeThrough = async ({ pieces, withinMs }: Download, res: Response) => {
  try {
    await pipeline(Readable.from(pieces), res, { signal: AbortSignal.timeout(withinMs) })
  } catch (error) {
    // The visitor has left: nothing has failed, and nobody is there to be told.
    const hasLeft = error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
    if (!hasLeft) throw error
  }
}
