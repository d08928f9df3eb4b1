import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { inProject } from '../prepare/root.mjs'

const asset = (name = '') => inProject('build', 'client', 'assets', name)

function readManifest() {
  const names = readdirSync(asset()).filter((name) => /^manifest-[\w-]+[.]js$/.test(name))
  if (names.length !== 1)
    throw new Error(`build/client/assets holds ${names.length} manifests instead of one`)
  const window = {}
  runInNewContext(readFileSync(asset(names[0]), 'utf8'), { window })
  return { file: names[0], ...window.__remixManifest }
}

// A stylesheet linked by its address (`?url`) is in the route's code, not in the manifest.
function linkedStyles(script) {
  const addresses = /["'`]\/assets\/([^"'`]+[.]css)["'`]/g
  return [...readFileSync(asset(script), 'utf8').matchAll(addresses)].map(([, name]) => name)
}

function weigh(urls) {
  const names = [...new Set(urls.map((url) => basename(url)))]
  return names.map((name) => ({ name, bytes: gzipSync(readFileSync(asset(name)), { level: 9 }).length }))
}

const total = (files) => files.reduce((sum, { bytes }) => sum + bytes, 0)

function pathOf(chain) {
  const parts = chain.map((route) => route.path?.replace(/^\/|\/$/g, ''))
  return `/${parts.filter(Boolean).join('/')}`
}

/**
 * The gzipped downloads of a first visit of each page: `{ path, scripts, styles (bytes), scriptFiles: [{ name, bytes }]
 * }`, the largest file first.
 */
export function pageWeights() {
  const { file, entry, routes } = readManifest()
  const layouts = new Set(Object.values(routes).map((route) => route.parentId))
  const chainOf = (route) => (route ? [...chainOf(routes[route.parentId]), route] : [])
  // A resource route exports no component.
  const isPage = ({ id, module }) =>
    !layouts.has(id) && /\bdefault\b/.test(readFileSync(asset(basename(module)), 'utf8'))
  const weighPage = (chain) => {
    const parts = [entry, ...chain]
    const modules = [file, ...parts.flatMap(({ module, imports = [] }) => [module, ...imports])]
    const scriptFiles = weigh(modules).sort((a, b) => b.bytes - a.bytes)
    // The manifest lists the styles of every page.
    const linked = scriptFiles.flatMap(({ name }) => (name === file ? [] : linkedStyles(name)))
    const styles = weigh([...parts.flatMap(({ css = [] }) => css), ...linked])
    return { path: pathOf(chain), scripts: total(scriptFiles), styles: total(styles), scriptFiles }
  }
  return Object.values(routes)
    .filter(isPage)
    .map((route) => weighPage(chainOf(route)))
    .sort((a, b) => a.path.localeCompare(b.path))
}
