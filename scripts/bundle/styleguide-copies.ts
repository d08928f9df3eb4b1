import type { Plugin } from 'vite'

const MARK = '?styleguide'
const OWN_SOURCE = /[/](app|format)[/](?!.*[/]node_modules[/]).*[.](tsx?|css)$/

/** Whether a module is the styleguide's own copy. */
export const isStyleguideCopy = (id: string) => id.endsWith(MARK)

/**
 * Bundles modules imported with `?styleguide`, and our modules that they import, a second time. If the styleguide
 * shared components with the pages, each would become a separate chunk on every page.
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
