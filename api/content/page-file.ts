import type { PageDocument } from 'contract/pages'
import { day } from 'contract/time'
import { z } from 'zod'

const HEADER = /^\s*<!--([\s\S]*?)-->/
const LINE = /^([^:]+):(.*)$/

const header = z.strictObject({
  title: z.string().min(1),
  description: z.string().optional(),
  updatedAt: day.optional(),
})

/**
 * Parses a page: a comment with `key: value` lines, then the body. Throws an Error or a ZodError that names the
 * problem.
 */
export function parsePage(text: string): PageDocument {
  const [whole, lines] = HEADER.exec(text) ?? []
  if (whole === undefined || lines === undefined) {
    throw new Error('does not begin with a comment that holds its title')
  }
  const values = new Map<string, string>()
  for (const line of lines.split('\n')) {
    if (line.trim() === '') continue
    const [, key, value] = LINE.exec(line.trim()) ?? []
    if (key === undefined || value === undefined)
      throw new Error(`header: «${line.trim()}» is not key: value`)
    values.set(key.trim(), value.trim())
  }
  return { ...header.parse(Object.fromEntries(values)), body: text.slice(whole.length).trim() }
}
