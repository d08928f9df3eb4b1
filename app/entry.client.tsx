import { RemixBrowser } from '@remix-run/react'
import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { afterHydration } from './browser/after-hydration'
import { keepTyped, noteFocus } from './browser/keep-typed'
import { adoptHashEntries } from './framework/hash-entries'

/** Outside of StrictMode, which runs effects twice in development. */
function Hydrated({ children }: { children: ReactNode }) {
  noteFocus()
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
    { onRecoverableError: keepTyped() },
  )
})
