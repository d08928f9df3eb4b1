import type { Rollup } from 'vite'
import { isStyleguideCopy } from './styleguide-copies'

const FRAMEWORK =
  /[/]node_modules[/](react|react-dom|scheduler|react-router|react-router-dom|@remix-run[/](react|router|server-runtime)|turbo-stream)[/]/
const ROOT = /[/]app[/]root[.]tsx$/
const COMMON =
  /[/]app[/](ui[/](button|page-heading|panel)[/]|layouts[/]wcag-layout|paths[.]ts$|document[/]page-meta[.]ts$)/
const ACCOUNT = /[/]app[/]layouts[/]account-(switcher|title)/
const FORM = /[/]app[/]ui[/](post-form|field[/]field|password-field|error-summary)/

/**
 * Groups modules into four chunks instead of dozens, each of which costs compression, a wrapper and a manifest line (7
 * KB in all): dependencies, the page frame with common components, the form components, and what the pages about an
 * account share.
 */
export const browserChunks = (): Rollup.GetManualChunk => {
  let frame: ReadonlySet<string> | null = null
  return (id, { getModuleIds, getModuleInfo }) => {
    frame ??= reachedFrom(
      [...getModuleIds()].filter((module) => ROOT.test(module)),
      getModuleInfo,
    )
    if (isStyleguideCopy(id)) return undefined
    if (FRAMEWORK.test(id)) return 'framework'
    if (frame.has(id) || COMMON.test(id)) return 'frame'
    if (FORM.test(id)) return 'form'
    return ACCOUNT.test(id) ? 'account' : undefined
  }
}

const reachedFrom = (ids: readonly string[], getModuleInfo: Rollup.GetModuleInfo): ReadonlySet<string> => {
  const reached = new Set(ids)
  // Iterating over a set also visits members added meanwhile.
  for (const id of reached) for (const imported of getModuleInfo(id)?.importedIds ?? []) reached.add(imported)
  return reached
}
