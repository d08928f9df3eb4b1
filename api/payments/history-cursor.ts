import { z } from 'zod'

/** The last payment of a page: the next page begins after it. */
export interface HistoryPlace {
  createdAt: string
  id: string
}

const place = z.tuple([
  z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  z.string().regex(/^[!-~]{1,200}$/),
])

export const writeCursor = ({ createdAt, id }: HistoryPlace): string =>
  Buffer.from(JSON.stringify([createdAt, id])).toString('base64url')

/** Undefined for anything that `writeCursor` has not written. */
export const readCursor = (text: string): HistoryPlace | undefined => {
  const read = place.safeParse(parsed(Buffer.from(text, 'base64url').toString()))
  return read.success ? { createdAt: read.data[0], id: read.data[1] } : undefined
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
