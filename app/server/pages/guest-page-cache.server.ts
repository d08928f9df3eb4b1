import { isDeepStrictEqual } from 'node:util'
import type { AppLoadContext } from '@remix-run/node'
import { LRUCache } from 'lru-cache'
import { versionCookieValue } from '../../features/accessible-version/version-cookie.server'
import { asksForConsent } from '../../features/cookie-consent/cookie-choice.server'

const TTL_MS = 60_000
const MAX_PAGES = 200

/** The values that are new in every response. They occur in forms and in the data for scripts. */
const placeholders = ['nonce', 'idempotencyKey', 'requestId'] as const
type Placeholder = (typeof placeholders)[number]

interface CachedPage {
  /** The finished HTML, cut at its placeholders. */
  parts: readonly (Buffer | Placeholder)[]
  baseVersion: number
  /** The content it was drawn from: its path, and the API's answer. */
  content: readonly (readonly [path: string, answer: string])[]
}

/**
 * Finished pages that are the same for every guest, cached for a minute. A route opts in by its handle. The content of a
 * page is fetched again each time: a cached page is only used while that is unchanged.
 */
export const createGuestPageCache = () => {
  const pages = new LRUCache<string, CachedPage>({
    max: MAX_PAGES,
    ttl: TTL_MS,
    ttlResolution: 0,
    perf: { now: () => Date.now() },
  })

  return {
    /** The page with the values of this request, or null when it has to be drawn. */
    async find(path: string, context: AppLoadContext): Promise<Buffer | null> {
      const { visitor, baseData } = context
      const page = pages.get(keyOf(path, context))
      if (!page) return null
      // Base data is refreshed by its readers alone, so a page that is not drawn has to read it.
      await baseData.current()
      if (page.baseVersion !== baseData.version) return null
      await Promise.all(page.content.map(([content]) => visitor.call('page', { query: { path: content } })))
      const isUnchanged = isDeepStrictEqual(await visitor.content.list(), page.content)
      return isUnchanged ? filledIn(page.parts, context) : null
    },

    /** @param baseVersion the version of base data before the page was drawn; it may have changed since */
    async keep(path: string, html: Buffer, context: AppLoadContext, baseVersion: number) {
      const { visitor } = context
      const content = await visitor.content.list()
      pages.set(keyOf(path, context), { parts: cut(html, context), baseVersion, content })
    },
  }
}

/** A page looks different to guests by their cookie choice and by their settings of the accessible version. */
const keyOf = (path: string, { accessible, config, cookieChoice }: AppLoadContext) =>
  [path, asksForConsent(config) && cookieChoice, accessible && versionCookieValue(accessible)]
    .filter(Boolean)
    .join(' ')

type OfRequest = Pick<AppLoadContext, Placeholder>

const cut = (html: Buffer, context: OfRequest): (Buffer | Placeholder)[] =>
  placeholders
    .reduce<(string | { name: Placeholder })[]>(
      (parts, name) =>
        parts.flatMap((part) =>
          typeof part === 'string'
            ? part.split(context[name]).flatMap((text, at) => (at === 0 ? [text] : [{ name }, text]))
            : [part],
        ),
      [html.toString('utf8')],
    )
    .map((part) => (typeof part === 'string' ? Buffer.from(part) : part.name))

const filledIn = (parts: readonly (Buffer | Placeholder)[], context: OfRequest): Buffer =>
  Buffer.concat(parts.map((part) => (Buffer.isBuffer(part) ? part : Buffer.from(context[part]))))
