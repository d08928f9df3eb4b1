import { callProductApi } from '../../api-client/product-api.server'
import type { Transport } from '../../api-client/transport'
import { ContentCalls } from '../upstream/content-calls.server'
import type { GuestPage } from './guest-page-cache.server'

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
