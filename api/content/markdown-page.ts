import type { PageDocument } from 'contract/pages'
import { day } from 'contract/time'
import { Marked, type Tokens } from 'marked'
import { z } from 'zod'
import { BadFile, lineAt } from './bad-file'
import { parseYaml } from './yaml-text'

/** The header of a page in HTML or Markdown. */
const pageHeader = z.strictObject({
  title: z.string().min(1),
  description: z.string().optional(),
  updatedAt: day.optional(),
})

const HEADER = /^\s*<!--([\s\S]*?)-->/
const LINE = /^([^:]+):(.*)$/

/** Parses a page in HTML: a comment with `key: value` lines, then the body. Throws a BadFile. */
export function parseHtmlPage(text: string): PageDocument {
  const [whole, lines] = HEADER.exec(text) ?? []
  if (whole === undefined || lines === undefined)
    throw new BadFile([{ line: 1, what: 'does not begin with a comment that holds its title' }])
  const firstLine = lineAt(text, text.indexOf('<!--'))
  const values = new Map<string, { value: string; line: number }>()
  for (const [index, headerLine] of lines.split('\n').entries()) {
    if (headerLine.trim() === '') continue
    const line = firstLine + index
    const [, key, value] = LINE.exec(headerLine.trim()) ?? []
    if (key === undefined || value === undefined)
      throw new BadFile([{ line, what: `header: «${headerLine.trim()}» is not key: value` }])
    values.set(key.trim(), { value: value.trim(), line })
  }
  const header = pageHeader.safeParse(Object.fromEntries([...values].map(([key, { value }]) => [key, value])))
  if (header.success) return { ...header.data, body: text.slice(whole.length).trim() }
  throw new BadFile(
    header.error.issues.map(({ path, message }) => {
      const key = path.map(String).join('.')
      return {
        line: values.get(key)?.line ?? firstLine,
        what: [key, message].filter(Boolean).join(': '),
      }
    }),
  )
}

const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?\r?\n)?---[ \t]*(?:\r?\n|$)/

const markdown = new Marked({
  gfm: true,
  renderer: {
    // A screen reader says the column with each cell.
    tablecell({ tokens, header }: Tokens.TableCell) {
      const words = this.parser.parseInline(tokens)
      return header ? `<th scope="col">${words}</th>\n` : `<td>${words}</td>\n`
    },
  },
})

/**
 * Parses a page in Markdown (GitHub's, with tables): front matter in YAML between two lines of `---`, then the body,
 * which may contain HTML. Does not sanitise: the portal sanitises pages. Throws a BadFile.
 */
export function parseMarkdownPage(text: string): PageDocument {
  const [whole, yaml = ''] = FRONT_MATTER.exec(text) ?? []
  if (whole === undefined)
    throw new BadFile([{ line: 1, what: 'does not begin with front matter between two lines of ---' }])
  const header = parseYaml(yaml, pageHeader, { textOnly: true, firstLine: 2 })
  return { ...header, body: markdown.parse(text.slice(whole.length), { async: false }).trim() }
}
