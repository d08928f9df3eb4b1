import type { EndpointName } from 'contract/endpoints'

export interface TransportRequest {
  /** For metrics and traces; not sent. */
  endpoint: EndpointName
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path and query, relative to the base address. */
  path: string
  headers: Record<string, string>
  body: string | null
  signal: AbortSignal
}

export interface TransportAnswer {
  status: number
  retryAfter: string | null
  setCookies: string[]
  body: string
}

/** Sends one request to the product API, without retries. Rejects when there is no complete answer. */
export type Transport = (request: TransportRequest) => Promise<TransportAnswer>

export interface StreamedAnswer extends Omit<TransportAnswer, 'body'> {
  /** Can be read once. Throws if the connection breaks, and as soon as the request's signal is aborted. */
  body: AsyncIterable<Uint8Array>
}

/** A transport that can also pass on an answer while it arrives. */
export interface StreamingTransport extends Transport {
  /** Sends one request, without retries; `body` of the answer can be of any size. Rejects when there is no answer. */
  stream(request: TransportRequest): Promise<StreamedAnswer>
}

/** The answer is over MAX_ANSWER_BYTES. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}

export const MAX_ANSWER_BYTES = 5 * 1024 * 1024
