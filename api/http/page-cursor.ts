import { fieldsRefused } from 'api/refusal'
import { z } from 'zod'

/** The last row of a page that is ordered by moment and id: the next page begins after it. */
export interface PagePlace {
  /** A moment, ISO 8601 in UTC. */
  at: string
  id: string
}

const cursorFields = z.tuple([
  z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  z.string().regex(/^[!-~]{1,200}$/),
])

export const writeCursor = ({ at, id }: PagePlace): string =>
  Buffer.from(JSON.stringify([at, id])).toString('base64url')

/** Parses the cursor of a query. Throws a 422 refusal for anything that `writeCursor` has not written. */
export const readCursor = (cursor: string | undefined): PagePlace | undefined => {
  if (cursor === undefined) return undefined
  const result = cursorFields.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (!result.success) throw fieldsRefused({ cursor: ['Такой страницы нет. Откройте список сначала.'] })
  return { at: result.data[0], id: result.data[1] }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
