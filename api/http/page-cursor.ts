import { z } from 'zod'

/** The last row of a page that is ordered by moment and id: the next page begins after it. */
export interface PagePlace {
  /** A moment, ISO 8601 in UTC. */
  at: string
  id: string
}

const place = z.tuple([
  z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  z.string().regex(/^[!-~]{1,200}$/),
])

export const writeCursor = ({ at, id }: PagePlace): string =>
  Buffer.from(JSON.stringify([at, id])).toString('base64url')

/** Undefined for anything that `writeCursor` has not written. */
const readCursor = (text: string): PagePlace | undefined => {
  const read = place.safeParse(parsed(Buffer.from(text, 'base64url').toString()))
  return read.success ? { at: read.data[0], id: read.data[1] } : undefined
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A cursor of a query, read by `readCursor`. */
export const pageCursor = (error: string) =>
  z.string().transform((text, context) => {
    const place = readCursor(text)
    if (!place) context.addIssue(error)
    return place
  })
