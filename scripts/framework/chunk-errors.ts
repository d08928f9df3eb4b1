import type { Plugin } from 'vite'

const ROUTE_MODULES = /[/]node_modules[/]@remix-run[/]react[/]dist[/]esm[/]routeModules[.]js$/
const RELOAD_OF_REMIX = /window[.]location[.]reload\(\);\s*return new Promise\(\(\) => \{[^}]*\}\);/
const LOG_CALLS = /console[.]error\([^;]*\);/g

// preventDefault means that a handler navigates; the page stays until then.
const DISPATCH = `
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
    if (!RELOAD_OF_REMIX.test(code))
      this.error('Remix reloads in another way: see scripts/framework/chunk-errors.ts')
    return { code: code.replaceAll(LOG_CALLS, '').replace(RELOAD_OF_REMIX, DISPATCH), map: null }
  },
})
