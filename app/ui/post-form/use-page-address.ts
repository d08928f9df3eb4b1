import { useLocation } from '@remix-run/react'

/**
 * The path and query of this page as they came: the action of a form whose page has an id that somebody else wrote. The
 * action that the router finds by itself is decoded once, so that `%252F` becomes `%2F`, and `%3F` begins a query.
 */
export function usePageAddress(): string {
  const { pathname, search } = useLocation()
  return pathname + search
}
