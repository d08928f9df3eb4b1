import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'

interface Range {
  first: number
  last: number
}

/** Browsers and fetch refuse some lower ports, the last of them 10080. */
const usablePorts: Range = { first: 12_000, last: 65_535 }
const outgoingRangeFile = '/proc/sys/net/ipv4/ip_local_port_range'

/** The ports of outgoing connections: a connection could take such a port before the server listens. */
const outgoingPorts = (): Range => {
  if (!existsSync(outgoingRangeFile)) return { first: 32_768, last: usablePorts.last }
  const [first = 0, last = 0] = readFileSync(outgoingRangeFile, 'utf8').trim().split(/\s+/).map(Number)
  return { first, last }
}

/** The larger range beside the ports of outgoing connections; all usable ports if both ranges are too small. */
const serverPorts = (): Range => {
  const { first, last } = outgoingPorts()
  const below = { first: usablePorts.first, last: first - 1 }
  const above = { first: last + 1, last: usablePorts.last }
  const larger = [below, above].toSorted((a, b) => b.last - b.first - (a.last - a.first))[0]
  return larger && larger.last - larger.first >= 1_000 ? larger : usablePorts
}

/** Each worker has its own ports: otherwise two workers could choose the same one before either listens. */
const workerPorts = (): Range => {
  const { first, last } = serverPorts()
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

const range = workerPorts()
let next = randomInt(range.first, range.last + 1)

/** A free port of the loopback address for a server that starts next; never the same one twice in a row. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = next
    next = port === range.last ? range.first : port + 1
    if (await isFree(port)) return port
  }
}
