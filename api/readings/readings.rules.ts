import { pageCursor } from 'api/http/page-cursor'
import { filled, wholeNumber } from 'api/http/query-rules'
import { mostReadingsOnPage } from 'contract/limits'
import { readingHistoryQuery } from 'contract/readings'
import { z } from 'zod'
import { queryWords as words } from './readings.words'

export const readingHistoryRules = readingHistoryQuery.extend({
  meter: filled(z.string()),
  cursor: filled(pageCursor(words.cursor)),
  limit: filled(wholeNumber(mostReadingsOnPage, words.limit)),
})
