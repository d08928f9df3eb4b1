import { LRUCache } from 'lru-cache'
import { callProductApi } from '../../api-client/product-api.server'
import type { Transport } from '../../api-client/transport'
import { ContentCalls } from '../upstream/deduplicate-gets.server'

const TTL_MS = 60_000
const MAX_PAGES = 200

/** The values that are new in every response, each of a fixed length. They occur in forms and in the data for scripts. */
const freshNames = ['nonce', 'idempotencyKey', 'requestId'] as const
export type FreshValues = Readonly<Record<(typeof freshNames)[number], string>>

/** An upstream answer that a page was drawn from: the content's path, and the answer as a text to compare. */
export type ContentAnswer = readonly [path: string, answer: string]

export interface GuestPage {
  html: Buffer
  /** Where the HTML has fresh values. */
  places: readonly { at: number; name: keyof FreshValues }[]
  baseVersion: number
  content: readonly ContentAnswer[]
}

/** Finished pages that are the same for every guest, cached for a minute. A route opts in by its handle. */
export const createGuestPageCache = () => {
  const pages = new LRUCache<string, GuestPage>({
    max: MAX_PAGES,
    ttl: TTL_MS,
    ttlResolution: 0,
    perf: { now: () => Date.now() },
  })

  return {
    /** Null when the page has to be drawn: it is not cached, or base data has changed since. */
    find(key: string, baseVersion: number): GuestPage | null {
      const page = pages.get(key)
      return page?.baseVersion === baseVersion ? page : null
    },

    /** `baseVersion`: the version of base data before the page was drawn. */
    keep(key: string, html: Buffer, drawn: FreshValues & Pick<GuestPage, 'baseVersion' | 'content'>) {
      const { baseVersion, content } = drawn
      pages.set(key, { html, places: placesOf(html, drawn), baseVersion, content })
    },
  }
}

export const withFreshValues = ({ html, places }: GuestPage, values: FreshValues): Buffer => {
  const page = Buffer.from(html)
  for (const { at, name } of places) page.write(values[name], at, 'latin1')
  return page
}

const placesOf = (html: Buffer, values: FreshValues) =>
  freshNames.flatMap((name) => positions(html, values[name]).map((at) => ({ at, name })))

const positions = (html: Buffer, value: string): number[] => {
  const offsets: number[] = []
  for (let at = html.indexOf(value); at !== -1; at = html.indexOf(value, at + value.length)) offsets.push(at)
  return offsets
}

interface ContentCheck {
  isUnchanged: boolean
  /** Has the fetched answers: if the page is drawn again, nothing is fetched twice. */
  calls: ContentCalls
}

/** Fetches the content of cached pages again: once for all visitors who ask for a page while it is being fetched. */
export const createContentChecks = ({
  transport,
  timeoutMs,
}: {
  transport: Transport
  timeoutMs: number
}) => {
  const pending = new Map<GuestPage, Promise<ContentCheck>>()

  const fetchContent = async ({ content }: GuestPage, headers: Record<string, string>) => {
    const calls = new ContentCalls(transport)
    const fetchPage = (path: string) =>
      callProductApi(calls.transport, 'page', { query: { path } }, { headers, timeoutMs })
    await Promise.all(content.map(([path]) => fetchPage(path)))
    const answers = await calls.list()
    const isUnchanged = content.every(([, answer], index) => answers[index]?.[1] === answer)
    return { isUnchanged, calls }
  }

  return (page: GuestPage, headers: Record<string, string>): Promise<ContentCheck> => {
    const check = pending.get(page) ?? fetchContent(page, headers).finally(() => void pending.delete(page))
    pending.set(page, check)
    return check
  }
}
