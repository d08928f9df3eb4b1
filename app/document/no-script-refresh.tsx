import { useMatches } from '@remix-run/react'
import { useHydrated } from 'remix-utils/use-hydrated'

export interface Refresh {
  /** A path of this site. */
  to: string
  seconds: number
}

/**
 * Reloads a page without scripts. A route switches it on by `refresh` in its loader's data. Scripts remove it where
 * they run: the page may then update without a reload.
 */
export function NoScriptRefresh() {
  const hasScripts = useHydrated()
  const refresh = useMatches()
    .map(({ data }) => refreshOf(data))
    .find(Boolean)
  if (!refresh || hasScripts) return null
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`${refresh.seconds};url=${refresh.to}`} />
    </noscript>
  )
}

const refreshOf = (data: unknown) =>
  typeof data === 'object' && data !== null && 'refresh' in data && isRefresh(data.refresh)
    ? data.refresh
    : null

const isRefresh = (refresh: unknown): refresh is Refresh =>
  typeof refresh === 'object' && refresh !== null && 'to' in refresh && 'seconds' in refresh
