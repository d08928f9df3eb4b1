import { RemixBrowser } from '@remix-run/react'

/**
 * Resolves when Remix has decoded the page's data. RemixBrowser starts that on its first render and throws the promise;
 * without a Suspense boundary above it, a key press during the decoding makes React fail with "Root did not complete".
 */
export const pageDataDecoded = async (): Promise<void> => {
  try {
    RemixBrowser({})
  } catch (decoding) {
    await decoding
  }
}
