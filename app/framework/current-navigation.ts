import type { Navigation } from '@remix-run/router'
import { useContext } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'

/**
 * Returns a function that reads the current navigation; null outside of a router. `useNavigation` is from the last render,
 * and the second click of a double click can come before the next one.
 */
export const useCurrentNavigation = (): (() => Navigation | null) => {
  const router = useContext(DataRouterContext)?.router
  return () => router?.state.navigation ?? null
}
