import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { FragmentCache } from '../../layouts/fragment-cache'

/** Fragments of one object; they are dropped with the object. */
const MAX_FRAGMENTS = 200

const fragments = new WeakMap<object, LRUCache<string, string>>()

/** The fragment cache for one page: finds the fragments of earlier pages, and stores the marked ones of this page. */
export const createFragmentCache = (): FragmentCache & { storeFrom(html: string): string } => {
  const markedFragments: { of: object; by: string; before: string; after: string }[] = []
  return {
    find: (of, by) => fragments.get(of)?.get(by),
    mark(of, by) {
      // Unpredictable, so that no text on the page can contain it.
      const id = randomUUID()
      const marks = { before: `[${id}`, after: `${id}]` }
      markedFragments.push({ of, by, ...marks })
      return marks
    },
    /** Stores the marked fragments, and returns the page without the marks. */
    storeFrom: (html) =>
      markedFragments.reduce((page, { of, by, before, after }) => {
        const [head, rest] = cut(page, before)
        const [fragment, tail] = cut(rest, after)
        store(of, by, fragment)
        return head + fragment + tail
      }, html),
  }
}

const cut = (text: string, mark: string): [string, string] => {
  const at = text.indexOf(mark)
  if (at === -1) throw new Error('a marked fragment is not in the page')
  return [text.slice(0, at), text.slice(at + mark.length)]
}

const store = (of: object, by: string, html: string) => {
  const ofObject = fragments.get(of) ?? new LRUCache<string, string>({ max: MAX_FRAGMENTS })
  ofObject.set(by, html)
  fragments.set(of, ofObject)
}
