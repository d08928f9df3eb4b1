import { useMatches } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { documentTitle } from './page-meta'

/**
 * For a page that scripts draw in place of the form that it answers, at the same address: moves to the heading, and
 * gives the document its title. The server sets the title of a whole page, see `FormAnswer`.
 */
export function useAnswerPage(title: string) {
  const isHydrated = useHydrated()
  const isDrawnByScripts = useRef(isHydrated)
  const ownTitle = documentTitle(title, { matches: useMatches() })
  const before = useRef<string>()

  useEffect(() => {
    if (!isDrawnByScripts.current) return
    window.scrollTo(0, 0)
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [])

  // After each drawing: a load that follows the form may have written the title of the form's page once more.
  useEffect(() => {
    if (!isDrawnByScripts.current || document.title.endsWith(ownTitle)) return
    before.current = document.title
    document.title = ownTitle
  })

  // Remix would not restore it: it writes a title only if it differs from the one that it wrote last.
  useEffect(
    () => () => {
      if (before.current !== undefined && document.title.endsWith(ownTitle)) document.title = before.current
    },
    [ownTitle],
  )
}
