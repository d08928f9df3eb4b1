/** The floor of the portal's measurements: answers with the bare server's bytes from memory. Usage: raw.mjs BARE_URL */
import { createServer } from 'node:http'
import { pages } from './pages.mjs'

const [bareUrl] = process.argv.slice(2)
const bodies = new Map()
for (const { path } of pages) bodies.set(path, Buffer.from(await (await fetch(bareUrl + path)).arrayBuffer()))

const server = createServer(({ url }, res) => {
  res.setHeader('content-type', 'text/html; charset=utf-8')
  res.end(bodies.get(url))
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
