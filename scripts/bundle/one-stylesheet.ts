import { readFileSync } from 'node:fs'
import type { Plugin, Rollup } from 'vite'
import { isStyleguideCopy } from './styleguide-copies'

const FRAME = 'frame'
const ORDER_OF_LAYERS = new URL('../../app/styles/layers.css', import.meta.url)

/**
 * Joins the stylesheets of all pages but the styleguide into one, which the page frame links: a page of a dozen
 * components waits for one file instead of a dozen before it is first drawn, and later pages need no other. The file begins
 * with the order of the layers, because the order of the components depends on the chunks.
 */
export const oneStylesheet = (): Plugin => ({
  name: 'one-stylesheet',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  // After the stylesheets are written, before the manifest lists them.
  enforce: 'post',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []))
    const frame = chunks.find(({ name }) => name === FRAME)
    const frameStyles = stylesOf(frame)
    if (!frameStyles) throw new Error(`No chunk is called ${FRAME}, or it has no styles.`)
    const sheets = new Set(frameStyles)
    for (const chunk of chunks.filter((one) => !one.moduleIds.some(isStyleguideCopy))) {
      const styles = stylesOf(chunk)
      for (const sheet of styles ?? []) sheets.add(sheet)
      styles?.clear()
    }
    const reference = this.emitFile({
      type: 'asset',
      name: 'pages.css',
      source: [
        readFileSync(ORDER_OF_LAYERS, 'utf8'),
        ...[...sheets].map((sheet) => textOf(bundle[sheet])),
      ].join(''),
    })
    for (const sheet of sheets) delete bundle[sheet]
    frameStyles.add(this.getFileName(reference))
  },
})

const stylesOf = (chunk: Rollup.OutputChunk | undefined) => chunk?.viteMetadata?.importedCss

const textOf = (file: Rollup.OutputAsset | Rollup.OutputChunk | undefined) => {
  if (file?.type !== 'asset') throw new Error('A stylesheet of a chunk is missing.')
  return typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source)
}
