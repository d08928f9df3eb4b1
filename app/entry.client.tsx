import { RemixBrowser } from '@remix-run/react'
import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { afterHydration } from './browser/after-hydration'
import { adoptHashEntries } from './framework/hash-entries'

/** Outside of StrictMode, which runs effects twice in development. */
function Hydrated({ children }: { children: ReactNode }) {
  useEffect(afterHydration, [])
  return children
}

adoptHashEntries()

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
