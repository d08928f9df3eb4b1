import type { Plugin } from 'vite'

const ROUTE_MODULES = /[/]node_modules[/]@remix-run[/]react[/]dist[/]esm[/]routeModules[.]js$/
const OWN_RELOAD = /window[.]location[.]reload\(\);\s*return new Promise\(\(\) => \{[^}]*\}\);/
const LOGGED = /console[.]error\([^;]*\);/g

// preventDefault means that a handler navigates; the page stays until then.
const RAISED = `
    if (dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error }))) throw error;
    return new Promise(() => {});`

/**
 * When a route's script fails to load, Remix reloads the page at once and endlessly, and loses the target of the
 * navigation. This dispatches the event that Vite dispatches for any other script. Fails the build when Remix changes
 * this code.
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
