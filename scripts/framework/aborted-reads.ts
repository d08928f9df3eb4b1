import type { Plugin } from 'vite'

const SINGLE_FETCH = /[/]node_modules[/]@remix-run[/]react[/]dist[/]esm[/]single-fetch[.]js$/
const DECODING_FAILED =
  /catch \(e\) \{\s*(?=console[.]error\(e\);\s*throw new Error\(`Unable to decode turbo-stream)/

/**
 * If a visitor leaves while a page's data are being read, the reading is aborted. Remix prints that to the console as an
 * error, although nothing failed and the router drops the result. This plugin ends the reading silently. Fails the build
 * when Remix changes this code.
 */
export const abortedReads = (): Plugin => ({
  name: 'aborted-reads',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  enforce: 'pre',
  transform(code, id) {
    if (!SINGLE_FETCH.test(id)) return
    if (!DECODING_FAILED.test(code))
      this.error('Remix reads the data of a page in another way: see scripts/framework/aborted-reads.ts')
    return {
      code: code.replace(DECODING_FAILED, (match) => `${match}if (init.signal?.aborted) throw e;\n    `),
      map: null,
    }
  },
})
