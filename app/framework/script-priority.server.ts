const PRELOAD = '<link rel="modulepreload"'

/**
 * Lets the browser load styles and fonts before the scripts that Remix preloads: the page is drawn without scripts.
 * Remix's `Scripts` takes no such attribute.
 */
export const withScriptsLast = (html: string): string =>
  html.replaceAll(PRELOAD, `${PRELOAD} fetchpriority="low"`)
