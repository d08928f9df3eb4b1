import { RemixBrowser } from '@remix-run/react'

/**
 * Resolves when Remix has decoded the page's data. RemixBrowser starts the decoding when it is first rendered and
 * throws its promise; there is no Suspense boundary above it, so a key pressed meanwhile made React fail with
 * "Root did not complete".
 */
export const pageDataRead = async (): Promise<void> => {
  try {
    RemixBrowser({})
  } catch (decoding) {
    await decoding
  }
}
