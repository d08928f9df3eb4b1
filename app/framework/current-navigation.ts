import type { Navigation } from '@remix-run/router'
import { useContext } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'

/**
 * Reads the navigation at the time of the call; null outside of a router. `useNavigation` tells it as of the last
 * render, which the second click of a double click precedes.
 */
export const useCurrentNavigation = (): (() => Navigation | null) => {
  const router = useContext(DataRouterContext)?.router
  return () => router?.state.navigation ?? null
}
