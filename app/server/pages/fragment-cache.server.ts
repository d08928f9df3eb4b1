import { randomUUID } from 'node:crypto'
import type { KeptParts } from '../../layouts/fragment-cache'

/** Of one object, whose own life is that of all its parts. */
const MOST_PARTS = 200

const kept = new WeakMap<object, Map<string, string>>()

/** The parts of one page: gives those that earlier pages had, and takes the others out of the finished page. */
export const createKeptParts = (): KeptParts & { takeFrom(html: string): string } => {
  const marked: { of: object; by: string; before: string; after: string }[] = []
  return {
    find: (of, by) => kept.get(of)?.get(by),
    mark(of, by) {
      // Nobody who writes on the page can know it.
      const id = randomUUID()
      const marks = { before: `[${id}`, after: `${id}]` }
      marked.push({ of, by, ...marks })
      return marks
    },
    /** Keeps what is marked, and gives the page without the marks. */
    takeFrom: (html) =>
      marked.reduce((page, { of, by, before, after }) => {
        const [head, rest] = cut(page, before)
        const [part, tail] = cut(rest, after)
        keep(of, by, part)
        return head + part + tail
      }, html),
  }
}

const cut = (text: string, mark: string): [string, string] => {
  const at = text.indexOf(mark)
  if (at === -1) throw new Error('a part of the page was marked and is not there')
  return [text.slice(0, at), text.slice(at + mark.length)]
}

const keep = (of: object, by: string, html: string) => {
  const parts = kept.get(of) ?? new Map<string, string>()
  if (parts.size >= MOST_PARTS) parts.clear()
  parts.set(by, html)
  kept.set(of, parts)
}
