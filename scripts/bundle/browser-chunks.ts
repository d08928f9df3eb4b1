import type { Rollup } from 'vite'
import { isStyleguideCopy } from './styleguide-copies'

const FRAMEWORK =
  /[/]node_modules[/](react|react-dom|scheduler|react-router|react-router-dom|@remix-run[/](react|router|server-runtime)|turbo-stream)[/]/
const ROOT = /[/]app[/]root[.]tsx$/
const COMMON = /[/]app[/](ui[/](button|page-heading|panel)[/]|paths[.]ts$|document[/]page-meta[.]ts$)/
const FORM = /[/]app[/]ui[/](post-form|field[/]field|password-field|error-summary)/

/**
 * Three chunks instead of dozens, each of which costs its own compression, wrapper and line in the manifest (7 KB
 * in all): what changes with the dependencies only, what frames every page or stands on nearly each, and what most
 * forms are made of.
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
    return FORM.test(id) ? 'form' : undefined
  }
}

const reachedFrom = (ids: readonly string[], getModuleInfo: Rollup.GetModuleInfo): ReadonlySet<string> => {
  const reached = new Set(ids)
  // A set that grows while it is walked is walked to its new end.
  for (const id of reached) for (const imported of getModuleInfo(id)?.importedIds ?? []) reached.add(imported)
  return reached
}
