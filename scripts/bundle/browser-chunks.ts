import type { Rollup } from 'vite'
import { isStyleguideCopy } from './styleguide-copies'

/** Chunks, with the modules that go into each together with all that they import. The first match counts. */
const CHUNKS = {
  react: /[/]node_modules[/](react|react-dom|scheduler)[/]|^\0commonjsHelpers[.]js$/,
  // The router, the page frame, and what most pages use.
  frame:
    /[/]node_modules[/](react-router|react-router-dom|@remix-run[/](react|router|server-runtime)|turbo-stream)[/]|^\0vite[/]preload-helper[.]js$|[/]app[/](root[.]tsx|paths[.]ts|document[/]page-meta[.]ts|layouts[/]wcag-layout[.]tsx|ui[/](amount|button|page-heading|panel|post-form|field[/]field(-frame)?[.]tsx|password-field|error-summary).*)$/,
  money: /[/](format[/]money[.]ts|app[/]ui[/](balance|security-note)[/].*)$/,
  personal:
    /[/]app[/](document[/]use-answer-page[.]ts|layouts[/](page-account[.]ts|first-account[.]tsx)|ui[/](badge|checkbox|definition-list|disclosure|empty-state|qr-code|select|warning)[/].*)$/,
  account:
    /[/]app[/](features[/]invoices[/]no-invoice[.]tsx|layouts[/](named-account|account-switcher|without-account)[.]tsx?|ui[/]table[/].*)$/,
  accounts: /[/]app[/]features[/](accounts[/]account-card|profile[/]undeliverable-email)[.]tsx$/,
  sharing: /[/]app[/]ui[/](copy-button|share-button)[/](copy|share)-button[.]tsx$/,
  payment: /[/]app[/]features[/]payments[/](card-choice|payment-fields)[.]tsx$/,
}

/**
 * Groups modules into a few chunks instead of dozens: each costs a request, compression, a wrapper and a manifest
 * line. A page may load a few components that it does not use.
 */
export const browserChunks = (): Rollup.GetManualChunk => {
  let chunks: ReadonlyMap<string, string> | null = null
  return (id, { getModuleIds, getModuleInfo }) => {
    chunks ??= chunksOf([...getModuleIds()], getModuleInfo)
    return chunks.get(id)
  }
}

const chunksOf = (ids: readonly string[], getModuleInfo: Rollup.GetModuleInfo) => {
  const chunks = new Map<string, string>()
  const own = ids.filter((id) => !isStyleguideCopy(id))
  for (const [name, pattern] of Object.entries(CHUNKS)) {
    const matches = own.filter((id) => pattern.test(id))
    for (const id of withImports(matches, getModuleInfo)) if (!chunks.has(id)) chunks.set(id, name)
  }
  return chunks
}

const withImports = (ids: readonly string[], getModuleInfo: Rollup.GetModuleInfo): ReadonlySet<string> => {
  const reached = new Set(ids)
  // Iterating over a set also visits members added meanwhile.
  for (const id of reached) for (const imported of getModuleInfo(id)?.importedIds ?? []) reached.add(imported)
  return reached
}
