import { useState } from 'react'

/**
 * The page's data: those that came last with an answer to its form, until the page is loaded anew. Later answers may come
 * without.
 */
export const useFreshestPage = <Page>(loaded: Page, fresh: Page | null | undefined): Page => {
  const [kept, setKept] = useState<{ page: Page; insteadOf: Page } | null>(null)
  if (fresh && kept?.page !== fresh) setKept({ page: fresh, insteadOf: loaded })
  return fresh ?? (kept?.insteadOf === loaded ? kept.page : loaded)
}
