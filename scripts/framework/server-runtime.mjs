import { readFile } from 'node:fs/promises'

const SERVER_RUNTIME = /[/]@remix-run[/]server-runtime[/]dist[/](data|server)[.]js$/

const COPIES = /stripRoutesParam\(stripIndexParam\(request\)\)/g
const STREAM = /serverHandoffStream: singleFetch[.]encodeViaTurboStream\(state,[^)]*\),/g

const changes = {
  data: (code) =>
    code.replace(COPIES, (copy) => `(/[?&](?:index|_routes)\\b/.test(request.url) ? ${copy} : request)`),
  server: (code) => code.replace(STREAM, ''),
}

/**
 * Takes out what Remix does for each page in vain. It copies the request twice for each loader, to take its own parameters
 * out of the address: now only where there are some. It encodes the loaders' data as a stream: a page has them as JSON, see
 * `app/framework/page-state.server.ts`. Fails the build when Remix changes this code.
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
