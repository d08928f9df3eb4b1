import { ownIdentifier } from 'api/http/field-rules'
import { pageCursor } from 'api/http/page-cursor'
import { filled, wholeNumber } from 'api/http/query-rules'
import { mostReadingsOnPage } from 'contract/limits'
import { readingHistoryQuery, readingsBody } from 'contract/readings'
import { z } from 'zod'

const words = {
  cursor: 'Такой страницы нет.',
  limit: `Нужно число от 1 до ${mostReadingsOnPage}.`,
}

export const readingHistoryRules = readingHistoryQuery.extend({
  meter: filled(z.string()),
  cursor: filled(pageCursor(words.cursor)),
  limit: filled(wholeNumber(mostReadingsOnPage, words.limit)),
})

/** Any text: what is no number is answered at its meter's zone, where the customer typed it. */
const typed = z.string().optional()

export const sendReadingsRules = readingsBody.extend({
  readings: z.array(
    z.object({ meter: ownIdentifier, values: z.strictObject({ t1: typed, t2: typed, t3: typed }) }),
  ),
  confirmed: z.array(ownIdentifier).optional(),
})
