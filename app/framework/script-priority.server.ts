const PRELOADS = /(?:<link rel="modulepreload" href="[^"]*"\/>)+/
const PRELOAD = '<link rel="modulepreload"'

/**
 * Lets the browser load styles and fonts before the scripts that Remix preloads: the page is drawn without scripts. The
 * manifest and the entry, which Remix puts first, are small: moved to the end, they do not delay the large files.
 * Remix's `Scripts` has no option for either.
 */
export const withScriptsLast = (html: string): string =>
  html.replace(PRELOADS, (links) => {
    const [manifest = '', entry = '', ...chunks] = links.split(/(?=<link)/)
    return [...chunks, manifest, entry].join('').replaceAll(PRELOAD, `${PRELOAD} fetchpriority="low"`)
  })
