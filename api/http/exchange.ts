/** A request to the API: over HTTP, or from the same process with a text as body. */
export interface ApiRequest {
  method: string
  /** Absolute, with any origin. */
  url: string
  headers: { get(name: string): string | null }
  body: ReadableStream<Uint8Array> | string | null
}

/** A finished answer. */
export interface ApiAnswer {
  status: number
  headers: Record<string, string>
  body: string | null
}

/** A request from the portal in the same process. */
export interface OwnRequest {
  method: string
  /** Path and query. */
  path: string
  /** Names in lower case. */
  headers: Record<string, string>
  body: string | null
}

export const asApiRequest = ({ method, path, headers, body }: OwnRequest): ApiRequest => ({
  method,
  url: `http://product-api${path}`,
  headers: { get: (name) => headers[name] ?? null },
  body,
})

export const asResponse = ({ status, headers, body }: ApiAnswer): Response =>
  new Response(body, { status, headers })
