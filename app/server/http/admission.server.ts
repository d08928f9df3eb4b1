import { RankQueue } from './rank-queue.server'

/** Who is admitted first. */
export const ranks = ['payment result', 'customer form', 'customer', 'guest form', 'guest'] as const
export type Rank = (typeof ranks)[number]

export interface Arrival {
  rank: Rank
  /**
   * Requests of one group get at most half of the places: one slow page or a storm of logins leaves the other half.
   * Customers together, and guests together, get at most three quarters: a call that many pages of customers need and
   * that hangs leaves a quarter.
   */
  group: string
  onAdmitted: () => void
  onRefused: (why: 'too late' | 'too many') => void
}

interface Entry extends Arrival {
  since: number
  state: 'waiting' | 'in work' | 'gone'
}

const isForm = ({ rank }: Arrival) => rank === 'customer form' || rank === 'guest form'

/** Whose requests share places. */
const audiences = {
  'payment result': null,
  'customer form': 'customers',
  customer: 'customers',
  'guest form': 'guests',
  guest: 'guests',
} as const satisfies Record<Rank, string | null>

/** How many may wait in each rank. In a full queue the largest group gives way to others. */
const MAX_WAITING = 500

/** A sent form or a payment's result is worth a longer wait than a page. */
const PATIENCE_MS: Record<Rank, number | null> = {
  'payment result': 8_000,
  'customer form': 8_000,
  customer: null,
  'guest form': 8_000,
  guest: null,
}

/** Shorter waits are not counted as a queue: requests wait this long whenever the processor is busy. */
const SHORT_WAIT_MS = 150

/**
 * A page may wait `BURST_MS` while the queue is a burst. Once there has been a queue for that long, a page may wait
 * only `STANDING_WAIT_MS`, so that the admitted ones have not waited long ("Controlling Queue Delay", ACM Queue 10 (5),
 * 2012).
 */
const BURST_MS = 800
const STANDING_WAIT_MS = 400

/**
 * So few who wait though there are places wait for the next turns of the event loop alone, however long ago they came:
 * the process did not run for a while, and refusing them would not help anybody.
 */
const FEW = 10

const SWEEP_MS = 50

/**
 * Between two forms of one group so many others go, whatever their rank: its places alone would not keep a storm of logins
 * from taking all of the processor.
 */
const OTHERS_BETWEEN_FORMS = 3

/**
 * After a request that kept the event loop for `LONG_MS` the loop turns `TURNS` times before the next one is admitted,
 * otherwise once.
 */
const TURNS = 4
const LONG_MS = 3

/**
 * Admits at most `capacity` requests at once; others wait in order of rank, then of arrival, but forms of one group take
 * turns with all others. One that has waited too long, or finds too many waiting, is refused.
 *
 * Between two admitted requests the event loop turns: in each turn Node reads what has arrived and accepts a connection.
 * If all that wait were started at once, the next requests would wait in their sockets, where their waiting is not
 * counted and their rank is not known.
 */
export const createAdmission = (capacity: number) => {
  const perGroup = Math.ceil(capacity / 2)
  const perAudience = Math.ceil((capacity * 3) / 4)
  const inWork = new Map<string, number>()
  const inWorkFor = { customers: 0, guests: 0 }
  const queues: Record<Rank, RankQueue<Entry>> = {
    'payment result': new RankQueue(),
    'customer form': new RankQueue(),
    customer: new RankQueue(),
    'guest form': new RankQueue(),
    guest: new RankQueue(),
  }
  let admitted = 0
  let queuedSince: number | null = null
  let sweeping: NodeJS.Timeout | undefined
  /** Turns of the event loop until the next one may be admitted. */
  let turnsLeft = 0
  let lastAt = 0
  /** How many were ever admitted, and by group which of them was its last form. */
  let count = 0
  const lastForms = new Map<string, number>()

  const inGroup = (group: string) => inWork.get(group) ?? 0
  const isPlaceFreeFor = ({ group, rank }: Arrival) => {
    const audience = audiences[rank]
    const hasItsShare = audience !== null && inWorkFor[audience] >= perAudience
    return admitted < capacity && inGroup(group) < perGroup && !hasItsShare
  }
  /** Counts a request that begins (1) or ends (-1). */
  const countInWork = ({ group, rank }: Arrival, by: 1 | -1) => {
    admitted += by
    const audience = audiences[rank]
    if (audience !== null) inWorkFor[audience] += by
    const rest = inGroup(group) + by
    if (rest > 0) inWork.set(group, rest)
    else inWork.delete(group)
  }
  const mayAdmit = (arrival: Arrival) => turnsLeft === 0 && isPlaceFreeFor(arrival)

  const admit = (entry: Entry) => {
    entry.state = 'in work'
    count += 1
    if (isForm(entry)) lastForms.set(entry.group, count)
    countInWork(entry, 1)
    turnsLeft = TURNS
    lastAt = performance.now()
    setImmediate(turn)
    entry.onAdmitted()
  }

  const wait = (entry: Entry) => {
    queues[entry.rank].add(entry)
    if (!sweeping) sweeping = setTimeout(sweep, SWEEP_MS).unref()
  }

  const waitIfPossible = (entry: Entry) => {
    const queue = queues[entry.rank]
    const isFull = queue.size >= MAX_WAITING
    const givesWay = isFull ? queue.newestOfLargerGroup(entry.group) : null
    if (isFull && !givesWay) return refuse(entry, 'too many')
    if (givesWay) {
      queue.delete(givesWay)
      refuse(givesWay, 'too many')
    }
    wait(entry)
  }

  const refuse = (entry: Entry, why: 'too late' | 'too many') => {
    entry.state = 'gone'
    entry.onRefused(why)
  }

  const hasJustHadItsTurn = (entry: Entry) =>
    isForm(entry) && count - (lastForms.get(entry.group) ?? Number.NEGATIVE_INFINITY) < OTHERS_BETWEEN_FORMS

  const firstWaiting = (isPassedOver: (entry: Entry) => boolean) => {
    for (const queue of Object.values(queues))
      for (const entry of queue) if (isPlaceFreeFor(entry) && !isPassedOver(entry)) return entry
    return null
  }

  const admitWaiting = () => {
    while (turnsLeft === 0 && admitted < capacity) {
      const entry = firstWaiting(hasJustHadItsTurn) ?? firstWaiting(() => false)
      if (!entry) return
      queues[entry.rank].delete(entry)
      admit(entry)
    }
  }

  const turn = () => {
    turnsLeft = performance.now() - lastAt < LONG_MS ? 0 : turnsLeft - 1
    if (turnsLeft > 0) setImmediate(turn)
    else admitWaiting()
  }

  const waitingInAll = () => Object.values(queues).reduce((sum, { size }) => sum + size, 0)

  const refuseLate = () => {
    const areFew = waitingInAll() <= FEW
    const isStanding = queuedSince !== null && Date.now() - queuedSince > BURST_MS
    for (const rank of ranks) {
      const queue = queues[rank]
      const patience = PATIENCE_MS[rank] ?? (isStanding ? STANDING_WAIT_MS : BURST_MS)
      for (const entry of queue) {
        if (Date.now() - entry.since <= patience) break
        if (areFew && isPlaceFreeFor(entry)) continue
        queue.delete(entry)
        refuse(entry, 'too late')
      }
    }
  }

  /** The first of each rank's queue has waited longest. */
  const longestWaiting = () =>
    Object.values(queues)
      .flatMap(([first]) => first?.since ?? [])
      .reduce<number | null>((least, since) => Math.min(least ?? since, since), null)

  const sweep = () => {
    refuseLate()
    const since = longestWaiting()
    if (since === null || Date.now() - since < SHORT_WAIT_MS) queuedSince = null
    else queuedSince ??= since
    sweeping = since === null ? undefined : setTimeout(sweep, SWEEP_MS).unref()
  }

  return {
    depths: () => ({
      inWork: admitted,
      waiting: Object.fromEntries(ranks.map((rank) => [rank, queues[rank].size])),
    }),
    /** Returns what has to be called when the request ends, answered or not. */
    arrive(arrival: Arrival): () => void {
      const entry: Entry = { ...arrival, since: Date.now(), state: 'waiting' }
      if (mayAdmit(entry)) admit(entry)
      else waitIfPossible(entry)
      return () => {
        const { state } = entry
        entry.state = 'gone'
        if (state === 'waiting') queues[entry.rank].delete(entry)
        if (state !== 'in work') return
        countInWork(entry, -1)
        admitWaiting()
      }
    },
  }
}
