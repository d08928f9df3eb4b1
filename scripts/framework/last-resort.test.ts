import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { lastResort } from './last-resort'

const modules = join(process.cwd(), 'node_modules')
const remix = join(modules, '@remix-run/react/dist/esm')
const folder = mkdtempSync(join(modules, '.last-resort-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Draws what Remix draws by itself when the root fails, and before it is there. */
const entry = join(folder, 'entry.js')
writeFileSync(
  entry,
  `import { createElement } from 'react'
  import { renderToStaticMarkup } from 'react-dom/server'
  import { RemixErrorBoundary } from '${remix}/errorBoundaries.js'
  import { RemixRootDefaultHydrateFallback } from '${remix}/fallback.js'
  const error = new Error('the inside of the failure')
  export const failed = () => renderToStaticMarkup(createElement(RemixErrorBoundary, { error, location: {} }))
  export const loading = () => renderToStaticMarkup(createElement(RemixRootDefaultHydrateFallback))`,
)

const buildWith = (...plugins: Plugin[]) =>
  build({
    configFile: false,
    logLevel: 'silent',
    root: folder,
    plugins,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir: 'built', minify: false, lib: { entry, formats: ['es'], fileName: 'drawn' } },
  })

test('a page whose root cannot be drawn is one Russian line, without the error', async () => {
  await buildWith(lastResort())
  const drawn: { failed(): string; loading(): string } = await import(
    pathToFileURL(join(folder, 'built/drawn.js')).href
  )
  for (const html of [drawn.failed(), drawn.loading()])
    expect(html).toBe(
      '<html lang="ru"><head><meta charSet="utf-8"/><title>Ошибка</title></head>' +
        '<body><h1>Что-то пошло не так... Попробуйте ещё раз.</h1></body></html>',
    )
}, 60_000)

test('the build stops when Remix draws it in another way', async () => {
  const otherRemix: Plugin = {
    name: 'other-remix',
    enforce: 'pre',
    load: (id) =>
      id.endsWith('/errorBoundaries.js') ? 'export const RemixErrorBoundary = () => null' : null,
  }
  await expect(buildWith(otherRemix, lastResort())).rejects.toThrow('see scripts/framework/last-resort.ts')
}, 60_000)
