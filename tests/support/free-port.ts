import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the ports of outgoing connections, from 32768 on Linux: one of these could take the port before the server does.
const FIRST = 12_000
const LAST = 32_000

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1')
  const opened = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (!opened) return false
  server.close()
  await once(server, 'close')
  return true
}

/** A free port of the loopback address, for a server that is started next. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(FIRST, LAST)
    if (await isFree(port)) return port
  }
}
