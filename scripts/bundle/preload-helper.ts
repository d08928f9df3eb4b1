import type { Plugin } from 'vite'

const VITES_OWN = '\0vite/preload-helper.js'

// The name that Vite's imports ask for, and what it gives: the module once its styles are there, or its event.
const OWN = `
const asked = {}
const link = (file) => asked[file] ??= new Promise((resolve, reject) => {
  const href = '/' + file
  if (document.querySelector('link[href="' + href + '"]')) return resolve()
  const rel = href.endsWith('.css') ? 'stylesheet' : 'modulepreload'
  const element = Object.assign(document.createElement('link'), { rel, href, onload: resolve })
  element.onerror = (error) => {
    delete asked[file]
    element.remove()
    reject(error)
  }
  document.head.append(element)
  if (rel != 'stylesheet') resolve()
})
export const __vitePreload = (load, files = []) =>
  Promise.all(files.map(link)).then(load).catch((error) => {
    if (dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error }))) throw error
  })
`

/**
 * What loads a script that is wanted later, with its styles: Vite's own is twice as large, for browsers and settings
 * that are not ours, and stands on every page. Stops the build when Vite no longer asks for it under this name.
 */
export const preloadHelper = (): Plugin => {
  let replaced = false
  return {
    name: 'preload-helper',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    enforce: 'pre',
    load(id) {
      if (id !== VITES_OWN) return
      replaced = true
      return { code: OWN, moduleSideEffects: false }
    },
    buildEnd(error) {
      if (!error && !replaced)
        this.error('Vite loads later scripts in another way: see scripts/bundle/preload-helper.ts')
    },
  }
}
