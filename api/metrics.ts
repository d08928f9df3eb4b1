import { freeSpace } from 'monitoring/free-space'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Seconds. Most calls are queries of a few milliseconds; a gateway may take ten seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5, 10]
/** Seconds. A step may be a glance at an empty table, or issue all invoices. */
const stepBuckets = [0.005, 0.05, 0.5, 5, 30, 180, 3_600]

/** The metrics of the product API. Labels have few values and no data of customers. */
export const createApiMetrics = (registry = new Registry()) => {
  const registers = [registry]
  const calls = new Counter({
    name: 'portal_api_calls_total',
    help: 'Calls of the embedded product API that have been answered; endpoint is unknown for any other path.',
    labelNames: ['endpoint', 'status'],
    registers,
  })
  const callSeconds = new Histogram({
    name: 'portal_api_call_duration_seconds',
    help: 'Duration of the calls of the embedded product API; of a streamed one, until its answer begins.',
    labelNames: ['endpoint'],
    buckets,
    registers,
  })
  const gatewayCalls = new Counter({
    name: 'portal_gateway_calls_total',
    help: 'Calls of the payment gateways. outcome is the status of the payment or refund, page, refused, turned-away or unknown.',
    labelNames: ['gateway', 'call', 'outcome'],
    registers,
  })
  const gatewaySeconds = new Histogram({
    name: 'portal_gateway_call_duration_seconds',
    help: 'Duration of the calls of the payment gateways.',
    labelNames: ['gateway', 'call'],
    buckets,
    registers,
  })
  const settled = new Counter({
    name: 'portal_payments_settled_total',
    help: 'Payments that this process has settled. state late is a success after a cancellation.',
    labelNames: ['state'],
    registers,
  })
  // An alert watches it, and Prometheus notices the first event only as a rise from zero.
  settled.inc({ state: 'late' }, 0)
  const imports = new Counter({
    name: 'portal_imports_total',
    help: 'Imports from the folder and over HTTP that this process has ended. outcome is written, checked, refused, unusable or failed.',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const stepSeconds = new Histogram({
    name: 'portal_step_duration_seconds',
    help: 'Duration of the runs of the steps, the background jobs.',
    labelNames: ['step'],
    buckets: stepBuckets,
    registers,
  })
  const stepFailures = new Counter({
    name: 'portal_step_failures_total',
    help: 'Runs of steps that have failed.',
    labelNames: ['step'],
    registers,
  })
  const stepEndedAt = new Gauge({
    name: 'portal_step_last_end_timestamp_seconds',
    help: 'When a run of the step has last ended without a failure, in seconds since 1970.',
    labelNames: ['step'],
    registers,
  })

  return {
    registry,
    /** `endpoint`: a name of the contract's table, or unknown. */
    callEnded(endpoint: string, status: number, seconds: number) {
      calls.inc({ endpoint, status })
      callSeconds.observe({ endpoint }, seconds)
    },
    gatewayCallEnded(labels: { gateway: string; call: string; outcome: string }, seconds: number) {
      gatewayCalls.inc(labels)
      gatewaySeconds.observe({ gateway: labels.gateway, call: labels.call }, seconds)
    },
    paymentSettled: (state: 'succeeded' | 'canceled' | 'late') => settled.inc({ state }),
    /** Counts the imports of these kinds; the returned function is called when one has ended. */
    countImports(kinds: readonly string[]) {
      for (const kind of kinds) imports.inc({ kind, outcome: 'failed' }, 0)
      return (kind: string, outcome: string) => imports.inc({ kind, outcome })
    },
    stepEnded(step: string, { failed, seconds }: { failed: boolean; seconds: number }) {
      stepSeconds.observe({ step }, seconds)
      if (failed) stepFailures.inc({ step })
      else stepEndedAt.set({ step }, Date.now() / 1_000)
    },
    /** Reads the number of connections at each scrape. */
    watchConnections(counts: () => { used: number; idle: number; waiting: number }) {
      new Gauge({
        name: 'portal_database_connections',
        help: 'Connections of this process to its database; SQLite has one.',
        labelNames: ['state'],
        registers,
        collect() {
          const { used, idle } = counts()
          this.set({ state: 'used' }, used)
          this.set({ state: 'idle' }, idle)
        },
      })
      new Gauge({
        name: 'portal_database_waiting',
        help: 'Queries and transactions of this process that wait for a connection.',
        registers,
        collect() {
          this.set(counts().waiting)
        },
      })
    },
    /** Reads the problems of the content's files at each scrape. */
    watchContent({ problems }: { problems(): readonly string[] }) {
      new Gauge({
        name: 'portal_content_stale',
        help: 'Whether a file of CONTENT_DIR can not be used: 1 or 0.',
        registers,
        collect() {
          this.set(problems().length > 0 ? 1 : 0)
        },
      })
    },
    /** Reads the free space on the disk of a folder at each scrape. */
    watchDisk(folder: string) {
      new Gauge({
        name: 'portal_disk_free_bytes',
        help: 'Free bytes on the disk of DATA_DIR.',
        registers,
        async collect() {
          this.set(await freeSpace(folder))
        },
      })
    },
    /** Reads the queue of password hashes at each scrape. */
    watchPasswordHashes(counts: () => { running: number; waiting: number }) {
      new Gauge({
        name: 'portal_password_hashes',
        help: 'Password hashes that are computed, and hashes that wait for their turn.',
        labelNames: ['state'],
        registers,
        collect() {
          const { running, waiting } = counts()
          this.set({ state: 'running' }, running)
          this.set({ state: 'waiting' }, waiting)
        },
      })
    },
  }
}

export type ApiMetrics = ReturnType<typeof createApiMetrics>
