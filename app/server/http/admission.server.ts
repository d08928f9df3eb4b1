import { FairQueue } from './fair-queue.server'

/** By who sends a request, and for what. Each class waits in a queue of its own. */
export const requestClasses = [
  'payment result',
  'customer form',
  'customer page',
  'guest form',
  'guest page',
] as const
export type RequestClass = (typeof requestClasses)[number]

/**
 * The order in which classes are admitted, over and over. The turn of a class that has nobody to admit passes to the
 * next one. So each class gets its part of the admissions, whatever comes in the others. Forms have a small part: a
 * login costs as much as ten pages.
 */
const ROUND: readonly RequestClass[] = [
  'customer page',
  'guest page',
  'customer page',
  'customer form',
  'customer page',
  'payment result',
  'customer page',
  'guest page',
  'customer page',
  'guest form',
]

export interface Arrival {
  requestClass: RequestClass
  isCustomer: boolean
  /** A customer's session, or a guest's address. The clients of a class take turns. */
  client: string
  /** The method and the route's pattern: the requests of one route get at most half of the places. */
  route: string
  onAdmitted: () => void
  onRefused: (why: 'too late' | 'too many') => void
}

interface Entry extends Arrival {
  since: number
  state: 'waiting' | 'in work' | 'refused' | 'gone'
}

/** Requests of each class. In a full queue a newcomer may replace a request of the busiest client. */
const MAX_WAITING = 500

/** How long a form or a payment's result may wait. */
const FORM_WAIT_MS = 8_000
/**
 * How long a page may wait: in a short burst, and once there has been a queue for longer than that. With the longer limit
 * alone, every admitted page would have waited that long during an overload ("Controlling Queue Delay", ACM Queue 10 (5),
 * 2012).
 */
const BURST_WAIT_MS = 800
const STANDING_WAIT_MS = 400
/** Shorter waits do not count as a queue: a busy processor alone causes them. */
const SHORT_WAIT_MS = 150

/**
 * The shortest time between the arrival of a refused request and its answer. Clients that come back at once would keep
 * the process busy with refusals.
 */
const REFUSED_AFTER_MS = 500

const SWEEP_MS = 50

/**
 * Turns of the event loop after an admitted request that blocked it for `LONG_MS`, before the next is admitted. After a
 * shorter one it turns once.
 */
const TURNS = 4
const LONG_MS = 3

/**
 * Admits at most `capacity` requests at once. The others wait: their classes take turns, and in each class its clients.
 * A request that has waited too long, or finds a full queue, is refused.
 *
 * Between two admitted requests the event loop turns: in each turn Node reads what has arrived and accepts a connection.
 * If all waiting requests were started at once, the next ones would wait in their sockets. There nobody counts their
 * waiting or knows their class.
 */
export const createAdmission = (capacity: number) => {
  const maxPerRoute = Math.ceil(capacity / 2)
  /** For all customers, and for all guests: if calls of one audience hang, a quarter stays free for the other. */
  const maxPerAudience = Math.ceil((capacity * 3) / 4)
  const inWorkByRoute = new Map<string, number>()
  const inWork = { customers: 0, guests: 0 }
  const queues: Record<RequestClass, FairQueue<Entry>> = {
    'payment result': new FairQueue(),
    'customer form': new FairQueue(),
    'customer page': new FairQueue(),
    'guest form': new FairQueue(),
    'guest page': new FairQueue(),
  }
  /** Since when there has been a queue. */
  const queuedSince = new Map<RequestClass, number>()
  let nextInRound = 0
  /** Turns of the event loop until the next one may be admitted. */
  let turnsLeft = 0
  let lastAdmittedAt = 0
  let sweepTimer: NodeJS.Timeout | undefined
  let lastSweepAt = 0

  const audienceOf = ({ isCustomer }: Arrival) => (isCustomer ? 'customers' : 'guests')
  const inWorkOf = (route: string) => inWorkByRoute.get(route) ?? 0
  const inWorkInAll = () => inWork.customers + inWork.guests
  const isPlaceFreeFor = (arrival: Arrival) =>
    inWorkInAll() < capacity &&
    inWork[audienceOf(arrival)] < maxPerAudience &&
    inWorkOf(arrival.route) < maxPerRoute

  /** Counts a request that begins (1) or ends (-1). */
  const countInWork = (arrival: Arrival, by: 1 | -1) => {
    inWork[audienceOf(arrival)] += by
    const routeCount = inWorkOf(arrival.route) + by
    if (routeCount > 0) inWorkByRoute.set(arrival.route, routeCount)
    else inWorkByRoute.delete(arrival.route)
  }

  const admit = (entry: Entry) => {
    entry.state = 'in work'
    countInWork(entry, 1)
    turnsLeft = TURNS
    lastAdmittedAt = Date.now()
    setImmediate(turn)
    entry.onAdmitted()
  }

  const refuse = (entry: Entry, why: 'too late' | 'too many') => {
    entry.state = 'refused'
    const answer = () => entry.state === 'refused' && entry.onRefused(why)
    setTimeout(answer, Math.max(0, entry.since + REFUSED_AFTER_MS - Date.now()))
  }

  const wait = (entry: Entry) => {
    const queue = queues[entry.requestClass]
    if (queue.size >= MAX_WAITING) {
      const replaceable = queue.newestOfBusiest(entry.client)
      if (!replaceable) return refuse(entry, 'too many')
      queue.delete(replaceable)
      refuse(replaceable, 'too many')
    }
    queue.add(entry)
    if (sweepTimer) return
    lastSweepAt = Date.now()
    sweepTimer = setTimeout(sweep, SWEEP_MS).unref()
  }

  const takeNext = (): Entry | null => {
    for (const step of ROUND.keys()) {
      const at = (nextInRound + step) % ROUND.length
      const requestClass = ROUND[at]
      const entry = requestClass ? queues[requestClass].take(isPlaceFreeFor) : null
      if (!entry) continue
      nextInRound = at + 1
      return entry
    }
    return null
  }

  const admitWaiting = () => {
    if (turnsLeft > 0) return
    const entry = takeNext()
    if (entry) admit(entry)
  }

  const turn = () => {
    turnsLeft = Date.now() - lastAdmittedAt < LONG_MS ? 0 : turnsLeft - 1
    if (turnsLeft > 0) setImmediate(turn)
    else admitWaiting()
  }

  const patienceOf = (requestClass: RequestClass) => {
    if (!requestClass.endsWith('page')) return FORM_WAIT_MS
    const queuedMs = Date.now() - (queuedSince.get(requestClass) ?? Date.now())
    return queuedMs > BURST_WAIT_MS ? STANDING_WAIT_MS : BURST_WAIT_MS
  }

  /** Measures waits until the previous sweep: after a pause of the whole process, requests can still be admitted. */
  const refuseLate = (requestClass: RequestClass) => {
    const patienceMs = patienceOf(requestClass)
    let longestMs = 0
    for (const entry of [...queues[requestClass]]) {
      const waitedMs = lastSweepAt - entry.since
      longestMs = Math.max(longestMs, waitedMs)
      if (waitedMs <= patienceMs) continue
      queues[requestClass].delete(entry)
      refuse(entry, 'too late')
    }
    if (longestMs < SHORT_WAIT_MS) queuedSince.delete(requestClass)
    else if (!queuedSince.has(requestClass)) queuedSince.set(requestClass, Date.now() - longestMs)
  }

  const sweep = () => {
    for (const requestClass of requestClasses) refuseLate(requestClass)
    lastSweepAt = Date.now()
    const areWaiting = Object.values(queues).some(({ size }) => size > 0)
    sweepTimer = areWaiting ? setTimeout(sweep, SWEEP_MS).unref() : undefined
  }

  return {
    depths: () => ({
      inWork: inWorkInAll(),
      waiting: Object.fromEntries(requestClasses.map((name) => [name, queues[name].size])),
    }),
    /** Returns a function to call when the request is answered, or its visitor has left. */
    arrive(arrival: Arrival): () => void {
      const entry: Entry = { ...arrival, since: Date.now(), state: 'waiting' }
      if (turnsLeft === 0 && isPlaceFreeFor(entry)) admit(entry)
      else wait(entry)
      return () => {
        const { state } = entry
        entry.state = 'gone'
        if (state === 'waiting') queues[entry.requestClass].delete(entry)
        if (state !== 'in work') return
        countInWork(entry, -1)
        admitWaiting()
      }
    },
  }
}
