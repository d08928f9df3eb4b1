import { errorFields, type Log } from 'api/log'

/** A piece of work that looks for what is due, does it, and may leave something running behind. */
export interface Step {
  name: string
  /** How long a run may take before the worker counts as stalled, in milliseconds; three minutes unless said. */
  mayTakeMs?: number
  /** `wake` asks for one more round. */
  run(wake: () => void): Promise<void>
  /** Resolves when nothing is left running. */
  finish?(): Promise<void>
}

export interface Worker {
  start(): void
  /** Something has just become due: look at once. Call it after the commit. */
  wake(): void
  /** Whether it has been at the same place for longer than anything there may take: only a restart would help. */
  isStalled(): boolean
  /** Takes nothing new and waits for what is under way. */
  stop(): Promise<void>
}

export interface WorkerOptions {
  /** Run in this order, so that a letter which the first step decides on is sent by the second in the same round. */
  steps: readonly Step[]
  log: Log
  everyMs?: number
  /** So long a round waits for one step; then the next one begins, and this one has no new run before it has ended. */
  waitsMs?: number
  mayTakeMs?: number
}

/** Runs the steps again and again: at once when woken, else every two seconds. It never keeps the process alive. */
export function createWorker({
  steps,
  log,
  everyMs = 2_000,
  waitsMs = 30_000,
  mayTakeMs = 180_000,
}: WorkerOptions): Worker {
  let state: 'new' | 'started' | 'stopped' = 'new'
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let wokenMeanwhile = false
  /** The worker's heartbeat: when it last began or left a step. */
  let beatAt = performance.now()
  const running = new Map<Step, { since: number; run: Promise<void> }>()

  const begun = (step: Step) => {
    const run = step
      .run(wake)
      .catch((error: unknown) =>
        log.error({ step: step.name, ...errorFields(error) }, 'a background step failed'),
      )
      .finally(() => running.delete(step))
    running.set(step, { since: performance.now(), run })
    return run
  }

  const runRound = async () => {
    for (const step of steps) {
      if (state === 'stopped') return
      beatAt = performance.now()
      if (running.has(step)) continue
      const run = begun(step)
      if (await endsWithin(waitsMs, run)) continue
      log.error({ step: step.name }, 'a background step takes too long, the others go on without it')
      void run.then(wake)
    }
    beatAt = performance.now()
  }

  const begin = () => {
    clearTimeout(timer)
    wokenMeanwhile = false
    round = runRound().then(() => {
      round = undefined
      if (state !== 'started') return
      if (wokenMeanwhile) begin()
      else timer = setTimeout(begin, everyMs).unref()
    })
  }

  const wake = () => {
    if (state !== 'started') return
    if (round) wokenMeanwhile = true
    else begin()
  }

  return {
    start() {
      if (state !== 'new') return
      state = 'started'
      begin()
    },
    wake,
    isStalled() {
      if (state !== 'started') return false
      const now = performance.now()
      const overdue = [...running].some(([step, { since }]) => now - since > (step.mayTakeMs ?? mayTakeMs))
      return overdue || now - beatAt > everyMs + waitsMs + mayTakeMs
    },
    async stop() {
      state = 'stopped'
      clearTimeout(timer)
      await round
      await Promise.all([...running.values()].map(({ run }) => run))
      await Promise.all(steps.map((step) => step.finish?.()))
    },
  }
}

const endsWithin = async (ms: number, run: Promise<void>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false).unref()
  })
  const ended = await Promise.race([run.then(() => true), tooLate])
  clearTimeout(timer)
  return ended
}
