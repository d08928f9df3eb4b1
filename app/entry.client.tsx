import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'

// Remix reads the page's data when it is first drawn and suspends meanwhile, with nothing around it: a key pressed just
// then would have React fail ("Root did not complete"). So they are read before React begins.
const dataRead = async () => {
  try {
    RemixBrowser({})
  } catch (reading) {
    await reading
  }
}

dataRead().then(() => {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    )
  })

  // A page without it lacks nothing that its visitor came for.
  setTimeout(() =>
    import('./browser/after-start').then(
      ({ afterStart }) => afterStart(),
      () => {},
    ),
  )
})
