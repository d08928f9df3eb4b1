import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { KeptParts } from '../../layouts/fragment-cache'

/** Fragments of one object; they live no longer than it. */
const MAX_FRAGMENTS = 200

const kept = new WeakMap<object, LRUCache<string, string>>()

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
  const parts = kept.get(of) ?? new LRUCache<string, string>({ max: MAX_FRAGMENTS })
  parts.set(by, html)
  kept.set(of, parts)
}
