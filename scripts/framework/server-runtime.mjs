import { readFile } from 'node:fs/promises'

const SERVER_RUNTIME = /[/]@remix-run[/]server-runtime[/]dist[/](data|server)[.]js$/

const COPIED_REQUEST = /stripRoutesParam\(stripIndexParam\(request\)\)/g
const STREAM = /serverHandoffStream: singleFetch[.]encodeViaTurboStream\(state,[^)]*\),/g

const changes = {
  data: (code) =>
    code.replace(
      COPIED_REQUEST,
      (copy) => `(/[?&](?:index|_routes)\\b/.test(request.url) ? ${copy} : request)`,
    ),
  server: (code) => code.replace(STREAM, ''),
}

/**
 * Removes useless work of Remix for each page. Remix copies the request twice for each loader, to remove its own
 * parameters from the address: now only if there are some. It also encodes the loaders' data as a stream, but a page
 * has them as JSON, see `app/framework/page-state.server.ts`. Fails the build when Remix changes this code.
 */
export const serverRuntime = {
  name: 'server-runtime',
  setup(build) {
    build.onLoad({ filter: SERVER_RUNTIME }, async ({ path }) => {
      const [, file] = SERVER_RUNTIME.exec(path) ?? []
      const code = await readFile(path, 'utf8')
      const contents = changes[file](code)
      const text = 'Remix works in another way: see scripts/framework/server-runtime.mjs'
      return contents === code ? { errors: [{ text }] } : { contents }
    })
  },
}
