import { isDeepStrictEqual } from 'node:util'
import type { AppLoadContext } from '@remix-run/node'
import { written } from '../../features/accessible-version/version-cookie.server'
import { hasForeignScripts } from '../../features/cookie-consent/cookie-choice.server'

const LIFE_MS = 60_000
const MOST_PAGES = 200

/** What each visitor gets anew, wherever it stands in the page: in a form, in the scripts' data. */
const minted = ['nonce', 'idempotencyKey'] as const
type Minted = (typeof minted)[number]

interface KeptPage {
  /** The finished HTML, cut where something was minted for its visitor. */
  parts: readonly (Buffer | Minted)[]
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
    /** The page with what is minted for this request, or null when it has to be drawn. */
    async find(path: string, context: AppLoadContext): Promise<Buffer | null> {
      const { visitor, baseData } = context
      const key = keyOf(path, context)
      const page = pages.get(key)
      if (!page) return null
      // A page that is not drawn asks for base data all the same, or nothing would ever refresh it.
      await baseData.current()
      if (now() - page.keptAt > LIFE_MS || page.baseVersion !== baseData.version) {
        pages.delete(key)
        return null
      }
      await Promise.all(page.content.map(([asked]) => visitor.call('page', { query: { path: asked } })))
      const isUnchanged = isDeepStrictEqual(await visitor.content.list(), page.content)
      return isUnchanged ? filledIn(page.parts, context) : null
    },

    /** @param baseVersion of the base data before the page was drawn: it may have changed since. */
    async keep(path: string, html: Buffer, context: AppLoadContext, baseVersion: number) {
      const { visitor } = context
      const content = await visitor.content.list()
      const key = keyOf(path, context)
      pages.delete(key)
      pages.set(key, { parts: cut(html, context), baseVersion, content, keptAt: now() })
      const [oldest] = pages.keys()
      if (pages.size > MOST_PAGES && oldest !== undefined) pages.delete(oldest)
    },
  }
}

/** A page in each way that it looks to guests: with the question about cookies or as its answer has it, in each version. */
const keyOf = (path: string, { accessible, config, cookieChoice }: AppLoadContext) =>
  [path, hasForeignScripts(config) && cookieChoice, accessible && written(accessible)]
    .filter(Boolean)
    .join(' ')

type OfRequest = Pick<AppLoadContext, Minted>

const cut = (html: Buffer, context: OfRequest): (Buffer | Minted)[] =>
  minted
    .reduce<(string | { name: Minted })[]>(
      (parts, name) =>
        parts.flatMap((part) =>
          typeof part === 'string'
            ? part.split(context[name]).flatMap((text, at) => (at === 0 ? [text] : [{ name }, text]))
            : [part],
        ),
      [html.toString('utf8')],
    )
    .map((part) => (typeof part === 'string' ? Buffer.from(part) : part.name))

const filledIn = (parts: readonly (Buffer | Minted)[], context: OfRequest): Buffer =>
  Buffer.concat(parts.map((part) => (Buffer.isBuffer(part) ? part : Buffer.from(context[part]))))
