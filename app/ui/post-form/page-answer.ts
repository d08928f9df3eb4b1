import { useEffect, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import type { FormReply } from './form-reply'

/**
 * Whether an answer came with the page from the server. Before its scripts came, the visitor may have gone on to a field
 * and typed: moving the focus or emptying a field, as for a new answer, would then be in the way.
 */
export function useCameWithPage(answer: unknown): boolean {
  const isHydrated = useHydrated()
  const [first] = useState({ answer, isOfServer: !isHydrated })
  return first.isOfServer && first.answer === answer
}

/**
 * The page's data. Data that came with a rejected form replace the loaded data, until the page is reloaded. Later answers
 * may come without data.
 */
export const useFreshPage = <Page>(
  loaded: Page,
  reply: FormReply | (FormReply & { fresh: Page | null }) | undefined,
): Page => {
  const fresh = reply && 'fresh' in reply ? reply.fresh : null
  const [kept, setKept] = useState<{ page: Page; insteadOf: Page } | null>(null)
  if (fresh && kept?.page !== fresh) setKept({ page: fresh, insteadOf: loaded })
  return fresh ?? (kept?.insteadOf === loaded ? kept.page : loaded)
}

const PREFIX = 'Ошибка: '

/**
 * While something is refused, the document's title says so first. The server sets the title of a whole page; after a
 * client-side submission or navigation this effect does. Every page with refused input uses it: the old page removes the
 * words from the current title, and the next page, whose effect runs later, adds its own.
 */
export function useErrorTitle(refused: unknown) {
  useEffect(() => {
    if (!refused) return
    if (!document.title.startsWith(PREFIX)) document.title = PREFIX + document.title
    return () => {
      if (document.title.startsWith(PREFIX)) document.title = document.title.slice(PREFIX.length)
    }
  }, [refused])
}
