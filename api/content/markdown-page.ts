import type { PageDocument } from 'contract/pages'
import { Marked, type Tokens } from 'marked'
import { BadFile } from './bad-file'
import { pageHeader } from './html-page'
import { parseYaml } from './yaml-text'

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
 * Parses a page in Markdown (GitHub's, with tables): front matter in YAML between two lines of `---`, then the body, in
 * which HTML may stand. Nothing in it is made safe: the portal sanitises pages. Throws a BadFile.
 */
export function parseMarkdownPage(text: string): PageDocument {
  const [whole, yaml = ''] = FRONT_MATTER.exec(text) ?? []
  if (whole === undefined)
    throw new BadFile([{ line: 1, what: 'does not begin with front matter between two lines of ---' }])
  const header = parseYaml(yaml, pageHeader, { textOnly: true, firstLine: 2 })
  return { ...header, body: markdown.parse(text.slice(whole.length), { async: false }).trim() }
}
