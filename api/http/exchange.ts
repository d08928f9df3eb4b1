/** What the API reads of a request: one that came over HTTP, or one of the same process, whose body is a text. */
export interface ApiRequest {
  method: string
  /** With its origin, whatever that is. */
  url: string
  headers: { get(name: string): string | null }
  body: ReadableStream<Uint8Array> | string | null
}

/** A finished answer, before it is put on a wire, if it is at all. */
export interface ApiAnswer {
  status: number
  headers: Record<string, string>
  body: string | null
}

/** A request of the portal in the same process. */
export interface OwnRequest {
  method: string
  /** Path and query. */
  path: string
  /** By names in lower case. */
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
