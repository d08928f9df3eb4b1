import { type Period, period as periodShape } from 'contract/time'

/** The month that a page's address names; null where it names none. Throws the 404 screen for what is no month. */
export const namedPeriod = (request: Request, name: 'period' | 'against'): Period | null => {
  const text = new URL(request.url).searchParams.get(name)
  if (!text) return null
  const parsed = periodShape.safeParse(text)
  if (!parsed.success) throw pageNotFound(request)
  return parsed.data
}

export const pageNotFound = (request: Request) =>
  new Response(`Page Not Found: ${new URL(request.url).pathname}`, { status: 404 })
