import { useEffect, useRef } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'

/** Begins at the page's heading where scripts have put this part in the place of another, and the address has stayed. */
export function useHeadingFocus() {
  const isHydrated = useHydrated()
  const isDrawnByScripts = useRef(isHydrated)
  useEffect(() => {
    if (!isDrawnByScripts.current) return
    window.scrollTo(0, 0)
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [])
}
