import type { Plugin } from 'vite'

const ROUTE_MODULES = /[/]node_modules[/]@remix-run[/]react[/]dist[/]esm[/]routeModules[.]js$/
const OWN_RELOAD = /window[.]location[.]reload\(\);\s*return new Promise\(\(\) => \{[^}]*\}\);/
const LOGGED = /console[.]error\([^;]*\);/g

// Prevented: somebody leads on, and the page stays as it is until then.
const RAISED = `
    if (dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error }))) throw error;
    return new Promise(() => {});`

/**
 * A route whose script cannot be loaded has Remix reload the page at once and for ever, and lose where the visitor
 * was going. Here it raises the event that Vite raises for any other script. Stops the build when Remix changes this.
 */
export const chunkErrors = (): Plugin => ({
  name: 'chunk-errors',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  enforce: 'pre',
  transform(code, id) {
    if (!ROUTE_MODULES.test(id)) return
    if (!OWN_RELOAD.test(code))
      this.error('Remix reloads in another way: see scripts/framework/chunk-errors.ts')
    return { code: code.replaceAll(LOGGED, '').replace(OWN_RELOAD, RAISED), map: null }
  },
})
