import { useMatches } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { documentTitle } from './page-meta'

/**
 * Prepares a page that scripts draw in place of its form, at the same address: scrolls to the top, moves focus to the
 * heading, and sets the document's title. The server sets the title of a whole page, see `FormAnswer`.
 */
export function useAnswerPage(title: string) {
  const isHydrated = useHydrated()
  const isDrawnByScripts = useRef(isHydrated)
  const ownTitle = documentTitle(title, { matches: useMatches() })
  const previousTitle = useRef<string>()

  useEffect(() => {
    if (!isDrawnByScripts.current) return
    window.scrollTo(0, 0)
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [])

  // Runs after each drawing, because a load after the form may have set the title of the form's page once more.
  useEffect(() => {
    if (!isDrawnByScripts.current || document.title.endsWith(ownTitle)) return
    previousTitle.current = document.title
    document.title = ownTitle
  })

  // Remix would not restore the title: it sets a title only if that differs from the last title that it has set.
  useEffect(
    () => () => {
      if (previousTitle.current !== undefined && document.title.endsWith(ownTitle))
        document.title = previousTitle.current
    },
    [ownTitle],
  )
}
