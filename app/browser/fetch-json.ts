const RETRIED_STATUSES = [408, 409, 425, 429, 500, 502, 503, 504]

/** GETs JSON. Retries once on a network error or a listed status; throws unless the last response is 2xx. */
export async function fetchJson(url: string, init?: Omit<RequestInit, 'method'>): Promise<unknown> {
  const first = await fetch(url, init).catch(() => null)
  const response = !first || RETRIED_STATUSES.includes(first.status) ? await fetch(url, init) : first
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response.json()
}
