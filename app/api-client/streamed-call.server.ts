import { endpoints, type StreamedEndpoint } from 'contract/endpoints'
import type { CallResult } from './failure'
import { JsonOutline } from './json-outline'
import {
  type CallOptions,
  failureOf,
  failureOfError,
  invalidAnswer,
  rejectOnAbort,
  TimeoutError,
  withCookies,
} from './product-api.server'
import { AnswerTooLarge, MAX_ANSWER_BYTES, type StreamedAnswer, type StreamingTransport } from './transport'

interface StreamedCallOptions extends CallOptions {
  /** How long the API may take for each piece, in milliseconds; `timeoutMs` is for the answer's first piece. */
  pieceTimeoutMs: number
  /** Aborted once the answer is no longer needed: ends the call, read or not. */
  signal: AbortSignal
}

/**
 * Makes one call whose answer is passed on while it arrives, without retries. A failure before the document's first
 * byte is a CallResult. The iterator throws a later one, also if the document ends before it is complete. It reads a
 * piece only after the caller has taken the last one.
 */
export const streamFromProductApi = async (
  transport: StreamingTransport,
  name: StreamedEndpoint,
  { headers, timeoutMs, pieceTimeoutMs, signal: callerSignal, onSetCookies }: StreamedCallOptions,
): Promise<CallResult<AsyncIterable<Uint8Array>>> => {
  if (timeoutMs <= 0) return { ok: false, failure: failureOfError(new TimeoutError()) }
  const { method, path } = endpoints[name]
  const controller = new AbortController()
  const signal = AbortSignal.any([controller.signal, callerSignal])
  const timer = setTimeout(() => controller.abort(new TimeoutError()), timeoutMs)
  try {
    const pendingAnswer = transport.stream({
      endpoint: name,
      method,
      path,
      headers: { accept: 'application/json', ...headers },
      body: null,
      signal,
    })
    // A transport can be slow to abort: undici ignores the signal while it connects.
    const answer = await Promise.race([pendingAnswer, rejectOnAbort(signal)])
    const document = await openDocument(answer, { path, controller, pieceTimeoutMs })
    const result = withCookies(document, answer, onSetCookies)
    if (!result.ok) controller.abort()
    return result
  } catch (error) {
    controller.abort()
    return { ok: false, failure: failureOfError(error) }
  } finally {
    clearTimeout(timer)
  }
}

interface DocumentOptions {
  path: string
  /** Ends the call. */
  controller: AbortController
  pieceTimeoutMs: number
}

const openDocument = async (
  answer: StreamedAnswer,
  options: DocumentOptions,
): Promise<CallResult<AsyncIterable<Uint8Array>>> => {
  if (answer.status < 200 || answer.status >= 300)
    return { ok: false, failure: failureOf({ ...answer, body: await textOf(answer) }) }
  const outline = new JsonOutline()
  const pieces = answer.body[Symbol.asyncIterator]()
  const first = await firstPiece(pieces, outline)
  return first
    ? { ok: true, answer: wholeDocument(first, pieces, outline, options) }
    : invalidAnswer(`its answer to ${options.path} has no JSON`)
}

/** Throws AnswerTooLarge. */
const textOf = async ({ body }: StreamedAnswer): Promise<string> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) throw new AnswerTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Returns the piece in which the document begins. `null` if the answer has no JSON object or array. */
const firstPiece = async (pieces: AsyncIterator<Uint8Array>, outline: JsonOutline) => {
  for (;;) {
    const { done, value } = await pieces.next()
    if (done) return null
    outline.add(value)
    if (outline.hasBegun) return value
    if (outline.isBroken) return null
  }
}

async function* wholeDocument(
  first: Uint8Array,
  pieces: AsyncIterator<Uint8Array>,
  outline: JsonOutline,
  { controller, pieceTimeoutMs }: DocumentOptions,
): AsyncGenerator<Uint8Array> {
  try {
    yield first
    for (;;) {
      const timer = setTimeout(() => controller.abort(new TimeoutError()), pieceTimeoutMs)
      const { done, value } = await nextWithBytes(pieces).finally(() => clearTimeout(timer))
      if (done) break
      outline.add(value)
      if (outline.isBroken) break
      yield value
    }
    if (!outline.isWhole) throw new Error('the document of the product API is not whole')
  } finally {
    controller.abort()
  }
}

const nextWithBytes = async (pieces: AsyncIterator<Uint8Array>) => {
  for (;;) {
    const next = await pieces.next()
    if (next.done || next.value.length > 0) return next
  }
}
