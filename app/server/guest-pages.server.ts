import { isDeepStrictEqual } from 'node:util'
import type { AppLoadContext } from '@remix-run/node'

const LIFE_MS = 60_000
const MOST_PAGES = 200

interface KeptPage {
  /** The finished HTML, cut where its nonce stood. */
  parts: readonly Buffer[]
  baseVersion: number
  /** The content it was drawn from: the path that was asked for, and what came. */
  content: readonly (readonly [path: string, answer: string])[]
  keptAt: number
}

/**
 * Finished pages that look the same to every guest, kept in memory for a minute. A route opts in by its handle.
 * The content of a page is asked for again each time, so one that has changed, moved or fails is never hidden.
 */
export const createGuestPages = (now: () => number = Date.now) => {
  const pages = new Map<string, KeptPage>()

  return {
    /** The page with this request's nonce, or null when it has to be drawn. */
    async find(path: string, { visitor, baseData, nonce }: AppLoadContext): Promise<Buffer | null> {
      const page = pages.get(path)
      if (!page) return null
      if (now() - page.keptAt > LIFE_MS || page.baseVersion !== baseData.version) {
        pages.delete(path)
        return null
      }
      await Promise.all(page.content.map(([asked]) => visitor.call('page', { query: { path: asked } })))
      const isUnchanged = isDeepStrictEqual(await visitor.content.list(), page.content)
      return isUnchanged ? withNonce(page.parts, nonce) : null
    },

    /** @param baseVersion of the base data before the page was drawn: it may have changed since. */
    async keep(path: string, html: Buffer, { visitor, nonce }: AppLoadContext, baseVersion: number) {
      const content = await visitor.content.list()
      pages.delete(path)
      pages.set(path, { parts: cut(html, nonce), baseVersion, content, keptAt: now() })
      const [oldest] = pages.keys()
      if (pages.size > MOST_PAGES && oldest !== undefined) pages.delete(oldest)
    },
  }
}

const cut = (html: Buffer, nonce: string): Buffer[] =>
  html
    .toString('utf8')
    .split(nonce)
    .map((part) => Buffer.from(part))

const withNonce = (parts: readonly Buffer[], nonce: string): Buffer => {
  const fresh = Buffer.from(nonce)
  return Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [fresh, part])))
}
