import { useMatches } from '@remix-run/react'

const SECONDS = 10

/** Has a page load anew where scripts don't work: a page that wants it says where to in its data, as `refreshTo`. */
export function NoScriptRefresh() {
  const refreshTo = useMatches()
    .map(({ data }) => refreshOf(data))
    .find(Boolean)
  if (!refreshTo) return null
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`${SECONDS};url=${refreshTo}`} />
    </noscript>
  )
}

const refreshOf = (data: unknown) =>
  typeof data === 'object' && data !== null && 'refreshTo' in data && typeof data.refreshTo === 'string'
    ? data.refreshTo
    : null
