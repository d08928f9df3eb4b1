import type { Router } from '@remix-run/router'

declare global {
  interface Window {
    /** Remix's own router, which its pages leave here. */
    __remixRouter: Router
    /** Of the build that this page is of; its version is the build's id. */
    __remixManifest: { version: string; routes: Record<string, { path?: string } | undefined> }
  }

  interface Navigator {
    /** Chromium only. */
    connection?: { effectiveType?: string; saveData?: boolean }
  }
}
