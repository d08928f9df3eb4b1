import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Seconds. A page is good below 0.1 and ends at 12. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** HTTP allows any word as a method; each would be a series of its own. */
const knownMethods = new Set(['GET', 'HEAD', 'POST'])

export interface EndedRequest {
  method: string
  /** The route's pattern, never the address. */
  route: string
  status: number
  /** False: the visitor has left before the answer was complete. */
  whole: boolean
  seconds: number
}

/** How many requests are in work, and how many wait, by class. */
export interface QueueDepths {
  inWork: number
  waiting: Readonly<Record<string, number>>
}

/** What the portal counts of itself. No label has anything of a visitor, and each has few values. */
export const createPortalMetrics = (registry = new Registry()) => {
  const registers = [registry]
  const requests = new Counter({
    name: 'portal_http_requests_total',
    help: 'Requests that have ended. status is closed where the visitor left before the answer was complete.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const requestSeconds = new Histogram({
    name: 'portal_http_request_duration_seconds',
    help: 'From the arrival of a request to the end of its answer, the wait in the queue included.',
    labelNames: ['route'],
    buckets,
    registers,
  })
  const refused = new Counter({
    name: 'portal_http_requests_refused_total',
    help: 'Requests that were answered 503 because too many were in work.',
    registers,
  })
  const calls = new Counter({
    name: 'portal_upstream_calls_total',
    help: 'Calls of the product API. status is timeout, failed or closed (by the visitor) where there was no answer.',
    labelNames: ['endpoint', 'status'],
    registers,
  })
  const callSeconds = new Histogram({
    name: 'portal_upstream_call_duration_seconds',
    help: 'Duration of the calls of the product API; of a streamed one, until its answer begins.',
    labelNames: ['endpoint'],
    buckets,
    registers,
  })

  return {
    registry,
    requestEnded({ method, route, status, whole, seconds }: EndedRequest) {
      requests.inc({
        method: knownMethods.has(method) ? method : 'other',
        route,
        status: whole ? String(status) : 'closed',
      })
      requestSeconds.observe({ route }, seconds)
    },
    requestRefused: () => refused.inc(),
    upstreamCallEnded(endpoint: string, status: string, seconds: number) {
      calls.inc({ endpoint, status })
      callSeconds.observe({ endpoint }, seconds)
    },
    /** Reads the depths of the queue of requests when the metrics are asked for. */
    watchQueue(depths: () => QueueDepths) {
      new Gauge({
        name: 'portal_http_requests_in_work',
        help: 'Requests in work, at most MAX_REQUESTS.',
        registers,
        collect() {
          this.set(depths().inWork)
        },
      })
      new Gauge({
        name: 'portal_http_requests_waiting',
        help: 'Requests that wait for a place, by class.',
        labelNames: ['class'],
        registers,
        collect() {
          for (const [name, waiting] of Object.entries(depths().waiting)) this.set({ class: name }, waiting)
        },
      })
    },
  }
}

export type PortalMetrics = ReturnType<typeof createPortalMetrics>
