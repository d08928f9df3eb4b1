import type { Router } from '@remix-run/router'

declare global {
  interface Window {
    /** Remix sets its router here. */
    __remixRouter: Router
    /** The data that the document was hydrated with. */
    __remixContext: { state: { loaderData?: Record<string, unknown> } }
    /** The route manifest of this page's build; `version` is the build's id. */
    __remixManifest: { version: string; routes: Record<string, { path?: string } | undefined> }
  }

  interface Navigator {
    /** Chromium only. */
    connection?: { effectiveType?: string; saveData?: boolean }
  }
}
