import { useLocation } from '@remix-run/react'

/**
 * The raw path and query of this page, for the action of a form whose page has an id from outside. The router's default
 * action is decoded once too often: `%252F` becomes `%2F`, and `%3F` begins a query.
 */
export function usePageAddress(): string {
  const { pathname, search } = useLocation()
  return pathname + search
}
