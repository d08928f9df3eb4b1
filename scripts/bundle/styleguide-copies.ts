import type { Plugin } from 'vite'

const MARK = '?styleguide'
const OWN_SOURCE = /[/](app|format)[/](?!.*[/]node_modules[/]).*[.](tsx?|css)$/

/** Whether a module is the styleguide's own copy of one. */
export const isStyleguideCopy = (id: string) => id.endsWith(MARK)

/**
 * What the styleguide asks for with `?styleguide`, and all of ours that this needs, is bundled for it a second time. A
 * component that it shared with the pages would be cut out of their scripts into one of its own, on every page.
 */
export const styleguideCopies = (): Plugin => ({
  name: 'styleguide-copies',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!importer || !isStyleguideCopy(importer)) return
    const resolved = await this.resolve(source, importer.slice(0, -MARK.length), options)
    if (!resolved || resolved.external || !OWN_SOURCE.test(resolved.id)) return resolved
    return { ...resolved, id: resolved.id + MARK }
  },
})
