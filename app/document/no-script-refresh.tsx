import { useMatches } from '@remix-run/react'

export interface Refresh {
  /** A path of this site. */
  to: string
  seconds: number
}

/** Reloads a page without scripts. A route switches it on by `refresh` in its loader's data. */
export function NoScriptRefresh() {
  const refresh = useMatches()
    .map(({ data }) => refreshOf(data))
    .find(Boolean)
  if (!refresh) return null
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
