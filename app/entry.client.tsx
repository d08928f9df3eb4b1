import { RemixBrowser } from '@remix-run/react'
import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { afterHydration } from './browser/after-hydration'

/** Outside of StrictMode, which runs effects twice in development. */
function Hydrated({ children }: { children: ReactNode }) {
  useEffect(afterHydration, [])
  return children
}

startTransition(() => {
  hydrateRoot(
    document,
    <Hydrated>
      <StrictMode>
        <RemixBrowser />
      </StrictMode>
    </Hydrated>,
  )
})
