import { once } from 'node:events'
import { createServer, type Socket, connect as tcpConnect } from 'node:net'

/** A TCP proxy that can stop forwarding while its connections stay open. */
export const freezingProxy = async (target: URL) => {
  let frozen = false
  const pairs = new Set<[Socket, Socket]>()

  const join = ([one, other]: [Socket, Socket]) => {
    one.pipe(other)
    other.pipe(one)
  }
  const part = ([one, other]: [Socket, Socket]) => {
    for (const socket of [one, other]) socket.unpipe().pause()
  }

  const server = createServer((client) => {
    const upstream = tcpConnect(Number(target.port), target.hostname)
    const pair: [Socket, Socket] = [client, upstream]
    pairs.add(pair)
    for (const socket of pair) {
      // Either end may close at any time; the other one sees the end of its stream.
      socket.on('error', () => {})
      socket.on('close', () => {
        pairs.delete(pair)
        for (const each of pair) each.destroy()
      })
    }
    if (!frozen) join(pair)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The proxy has no port')
  const url = new URL(target)
  url.host = `127.0.0.1:${address.port}`

  return {
    /** The server's address through the proxy. */
    url: url.href,
    connections: () => pairs.size,
    freeze() {
      frozen = true
      for (const pair of pairs) part(pair)
    },
    /** Existing connections stop forwarding; new ones work. */
    abandon() {
      for (const pair of pairs) part(pair)
    },
    thaw() {
      frozen = false
      for (const pair of pairs) join(pair)
    },
    async close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
