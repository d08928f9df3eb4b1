export interface TransportRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path and query, after the base address. */
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

/** Carries one request to the product API, once. Rejects when there is no whole answer. */
export type Transport = (request: TransportRequest) => Promise<TransportAnswer>

/** The answer is larger than the portal takes in. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}

export const LARGEST_ANSWER_BYTES = 5 * 1024 * 1024
