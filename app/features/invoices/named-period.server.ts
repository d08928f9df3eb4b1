import { type Period, period as periodShape } from 'contract/time'
import { pageNotFound } from '~/server/pages/guards.server'

/** The month that a page's address names; null where it names none. Throws the 404 screen for what is no month. */
export const namedPeriod = (request: Request, name: 'period' | 'against'): Period | null => {
  const text = new URL(request.url).searchParams.get(name)
  if (!text) return null
  const parsed = periodShape.safeParse(text)
  if (!parsed.success) throw pageNotFound(request)
  return parsed.data
}
