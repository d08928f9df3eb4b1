import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { pageDataRead } from './framework/page-data-read'

pageDataRead().then(() => {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    )
  })

  // Optional: the page works without it.
  setTimeout(() =>
    import('./browser/after-start').then(
      ({ afterStart }) => afterStart(),
      () => {},
    ),
  )
})
