import { day } from 'contract/time'
import { z } from 'zod'

/** What a page says of itself, in HTML and in Markdown. */
export const pageHeader = z.strictObject({
  title: z.string().min(1),
  description: z.string().optional(),
  updatedAt: day.optional(),
})
