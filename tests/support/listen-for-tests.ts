import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { openForTests } from './open-for-tests'

/** Answers HTTP on a free port during the tests of this file. Read `port` in tests and hooks only. */
export const listenForTests = (listener: RequestListener) =>
  openForTests(async () => {
    const server = createServer(listener).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (!address || typeof address === 'string') throw new Error('no port')
    return {
      port: address.port,
      close() {
        server.closeAllConnections()
        server.close()
      },
    }
  })
