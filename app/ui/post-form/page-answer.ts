import { useEffect, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import type { FormReply } from './form-reply'

/**
 * Whether an answer came with the page from the server. Before the scripts ran, the visitor may have typed into a field, so
 * effects must not move the focus or empty fields, as they do for a new answer.
 */
export function useCameWithPage(answer: unknown): boolean {
  const isHydrated = useHydrated()
  const [first] = useState({ answer, isOfServer: !isHydrated })
  return first.isOfServer && first.answer === answer
}

/**
 * Returns the page's data. Data of a rejected form replace the loaded data until the page is reloaded, even if a later
 * answer has no data.
 */
export const useFreshPage = <Page>(
  loaderPage: Page,
  reply: FormReply | (FormReply & { fresh: Page | null }) | undefined,
): Page => {
  const fresh = reply && 'fresh' in reply ? reply.fresh : null
  const [replacement, setReplacement] = useState<{ page: Page; insteadOf: Page } | null>(null)
  if (fresh && replacement?.page !== fresh) setReplacement({ page: fresh, insteadOf: loaderPage })
  return fresh ?? (replacement?.insteadOf === loaderPage ? replacement.page : loaderPage)
}

const PREFIX = 'Ошибка: '

/**
 * Puts «Ошибка» before the document's title while the page shows errors. The server sets the title of a whole page; after a
 * client-side submission or navigation this effect does. Every page with refused input uses it: the old page removes the
 * words from the current title, and the next page, whose effect runs later, adds its own.
 */
export function useErrorTitle(error: unknown) {
  useEffect(() => {
    if (!error) return
    if (!document.title.startsWith(PREFIX)) document.title = PREFIX + document.title
    return () => {
      if (document.title.startsWith(PREFIX)) document.title = document.title.slice(PREFIX.length)
    }
  }, [error])
}
