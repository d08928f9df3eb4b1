import { withHeadingIds } from 'contract/page-ids'
import { withNoBreaks, withNoBreaksInHtml } from 'format/shown-text'
import { LRUCache } from 'lru-cache'
import { renderToStaticMarkup } from 'react-dom/server'
import { ExternalMark } from '~/ui/link/link'
import { reservedIds, sanitise } from './sanitise.server'

/** A content page's sanitised text. */
export interface PageBody {
  /** The text before the first section; all of it when there is none. */
  intro: string
  sections: PageSection[]
}

/** An h2 and everything up to the next one. */
interface PageSection {
  /** The id of its heading. */
  id: string
  heading: string
  html: string
}

/** Total characters of cached source texts; one text may take a quarter of it. */
const CACHED_CHARACTERS = 1_000_000

/** By PUBLIC_URL, which decides which links are of this site. */
const caches = new WeakMap<URL, LRUCache<string, PageBody>>()

/** Sanitises the product API's HTML and splits it into sections. Cached by the source text. */
export const readPageBody = (html: string, publicUrl: URL): PageBody => {
  const cache = caches.get(publicUrl) ?? createCache(publicUrl)
  caches.set(publicUrl, cache)
  return cache.memo(html)
}

const createCache = (publicUrl: URL) =>
  new LRUCache<string, PageBody>({
    maxSize: CACHED_CHARACTERS,
    maxEntrySize: CACHED_CHARACTERS / 4,
    sizeCalculation: (_, { length }) => Math.max(1, length),
    memoMethod: (html) => {
      const safe = withNoBreaksInHtml(sanitise(html, publicUrl))
      return intoSections(withTableBoxes(withMarks(withHeadingIds(safe, reservedIds))))
    },
  })

/** Replaces each picture by its alternative text; decorative ones are removed. */
export const withoutPictures = ({ intro, sections }: PageBody): PageBody => ({
  intro: inWords(intro),
  sections: sections.map((section) => ({ ...section, html: inWords(section.html) })),
})

const inWords = (html: string) =>
  html.replace(/<img [^>]*?alt="([^"]*)"[^>]*>/g, (_, alt: string) =>
    alt.trim() ? `<span data-picture="">${alt}</span>` : '',
  )

const withMarks = (html: string) => {
  const mark = renderToStaticMarkup(<ExternalMark />)
  return html.replace(/(<a href="[^"]*" rel="noopener"[^>]*>.*?)<\/a>/gs, `$1${mark}</a>`)
}

/** Wraps each table in a scrollable, focusable box named by its caption or the preceding heading. */
const withTableBoxes = (html: string) => {
  let heading = ''
  let tables = 0
  return html.replace(
    /<h[2-6][^>]*>(.*?)<\/h[2-6]>|(<table[^>]*>\s*)(<caption[^>]*>)?|<\/table>/gs,
    (match, title?: string, table?: string, caption?: string) => {
      if (title !== undefined) heading = textOf(title)
      if (title !== undefined) return match
      if (table === undefined) return `${match}</div>`
      tables += 1
      if (caption === undefined) {
        const name = heading === '' ? 'Таблица' : `Таблица: ${heading}`
        return `${box(`aria-label="${name.replaceAll('"', '&quot;')}"`)}${table}`
      }
      const id = / id="([^"]*)"/.exec(caption)?.[1] ?? `table_${tables}`
      return `${box(`aria-labelledby="${id}"`)}${table}<caption id="${id}">`
    },
  )
}

const box = (name: string) => `<div data-table="" role="group" tabindex="0" ${name}>`

/** Splits the text at its top-level h2 elements. */
const intoSections = (html: string): PageBody => {
  const starts: number[] = []
  let depth = 0
  for (const { 0: tag, 1: close, 2: name, index } of html.matchAll(/<(\/?)([a-z\d]+)[^>]*>/g)) {
    if (close) depth -= 1
    else if (!tag.endsWith('/>')) {
      if (depth === 0 && name === 'h2') starts.push(index)
      depth += 1
    }
  }
  const sections = starts.map((start, index) => section(html.slice(start, starts[index + 1])))
  return { intro: html.slice(0, starts[0]), sections }
}

const section = (html: string): PageSection => {
  const [, id = '', title = ''] = /^<h2[^>]* id="([^"]*)"[^>]*>(.*?)<\/h2>/s.exec(html) ?? []
  return { id, heading: withNoBreaks(unescapeHtml(textOf(title))), html }
}

const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim()

const unescapeHtml = (html: string) =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
