import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'

interface Range {
  first: number
  last: number
}

/** Browsers and fetch refuse some lower ports, the last of them 10080. */
const usable: Range = { first: 12_000, last: 65_535 }
const rangeOfOutgoing = '/proc/sys/net/ipv4/ip_local_port_range'

/** The ports of outgoing connections. One of these could be taken again before the server listens. */
const outgoing = (): Range => {
  if (!existsSync(rangeOfOutgoing)) return { first: 32_768, last: usable.last }
  const [first = 0, last = 0] = readFileSync(rangeOfOutgoing, 'utf8').trim().split(/\s+/).map(Number)
  return { first, last }
}

/** The larger range beside the ports of outgoing connections; all, if they leave no room. */
const ofServers = (): Range => {
  const { first, last } = outgoing()
  const below = { first: usable.first, last: first - 1 }
  const above = { first: last + 1, last: usable.last }
  const larger = [below, above].toSorted((a, b) => b.last - b.first - (a.last - a.first))[0]
  return larger && larger.last - larger.first >= 1_000 ? larger : usable
}

/** Workers that run side by side get ports of their own: two could choose the same one before either listens. */
const ofThisWorker = (): Range => {
  const { first, last } = ofServers()
  const workers = 16
  const size = Math.floor((last - first + 1) / workers)
  const worker = Number(process.env.TEST_PARALLEL_INDEX ?? process.env.VITEST_POOL_ID ?? 0) % workers
  return { first: first + worker * size, last: first + (worker + 1) * size - 1 }
}

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

const range = ofThisWorker()
let next = randomInt(range.first, range.last + 1)

/** A free port of the loopback address, for a server that is started next; not the same one twice in a row. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = next
    next = port === range.last ? range.first : port + 1
    if (await isFree(port)) return port
  }
}
