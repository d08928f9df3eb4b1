import { expect, vi } from 'vitest'
import { type Balancer, startBalancer } from '../../support/balancer'
import type { FreshDatabase } from '../../support/databases'
import { freePort } from '../../support/free-port'
import { TEST_SECRET } from './portal'
import { type ServerProcess, startServer } from './server-process'

/** The public origin of the portals behind the balancer. */
export const PORTAL_ORIGIN = 'http://portal.localhost:3000'

/** Settings of processes that share a database: the test bank, letters as files, and the demo company. */
export const sharedSettings = ({ dataDir, databaseUrl = '' }: FreshDatabase) => ({
  PUBLIC_URL: PORTAL_ORIGIN,
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  SESSION_SECRET: TEST_SECRET,
  PAYMENT_GATEWAY: 'sandbox',
  SMTP_URL: 'file:',
  DEMO_DATA: 'on',
  POST_LIMIT: '1000000',
  LOG_LEVEL: 'warn',
})

/** Several processes of one server behind a load balancer. */
export interface Replicas {
  balancer: Balancer
  count: number
  ports: readonly number[]
  /** The current process of a replica. */
  process(index: number): ServerProcess
  /** Stops it as an operator does, starts it again, and waits until it takes visitors. */
  restart(index: number): Promise<void>
  /** Ends it at once, and waits until the balancer has noticed. */
  kill(index: number): Promise<void>
  /** Starts a killed one, and waits until it takes visitors. */
  startAgain(index: number): Promise<void>
  close(): Promise<void>
}

export interface ReplicasOptions {
  /** `server.js` or `api.js`. */
  file: string
  count: number
  /** The settings of the replica that listens on this port. */
  settings: (port: string) => Record<string, string>
}

export const startReplicas = async ({ file, count, settings }: ReplicasOptions): Promise<Replicas> => {
  const ports: number[] = []
  for (let index = 0; index < count; index++) ports.push(await freePort())
  const start = (port: number) => startServer(file, settings(String(port)))
  const processes = await Promise.all(ports.map(start))
  const balancer = await startBalancer({ ports })

  const at = <Item>(list: readonly Item[], index: number): Item => {
    const item = list[index]
    if (item === undefined) throw new Error(`There is no replica ${index}`)
    return item
  }
  const waitUntilReady = (index: number, wanted: boolean) =>
    vi.waitFor(() => expect(balancer.readyPorts().includes(at(ports, index))).toBe(wanted), {
      timeout: 60_000,
      interval: 10,
    })
  let isClosed = false
  const startAgain = async (index: number) => {
    const process = await start(at(ports, index))
    processes[index] = process
    // The test has ended in the meantime.
    if (isClosed) await process.kill()
    await waitUntilReady(index, true)
  }
  for (const index of ports.keys()) await waitUntilReady(index, true)

  return {
    balancer,
    count,
    ports,
    process: (index) => at(processes, index),
    startAgain,
    async restart(index) {
      expect(await at(processes, index).stop(), at(processes, index).stdout().slice(-2_000)).toBe(0)
      await startAgain(index)
    },
    async kill(index) {
      await at(processes, index).kill()
      await waitUntilReady(index, false)
    },
    async close() {
      isClosed = true
      await balancer.close()
      await Promise.all(processes.map((process) => process.stop()))
    },
  }
}
