import { randomUUID } from 'node:crypto'
import { errorFields, type Log } from 'monitoring/log'
import { withTimeout } from 'process/with-timeout'
import { duringRun } from './background-run'

/** A background job. A run does the due work and may leave some of it running. */
export interface Step {
  name: string
  /** Milliseconds that a run may take before the worker counts as stalled; three minutes by default. */
  mayTakeMs?: number
  /** `wake` requests one more round. */
  run(wake: () => void): Promise<void>
  /** Resolves when nothing is left running. */
  finish?(): Promise<void>
}

export interface Worker {
  start(): void
  /** Something has just become due. Call it after the commit. */
  wake(): void
  /** Whether a step has run for longer than it may: only a restart would help. */
  isStalled(): boolean
  isStopped(): boolean
  /** Starts nothing new and waits for what is running. */
  stop(): Promise<void>
}

interface WorkerOptions {
  /** Steps run in this order: a letter that an earlier step stores is sent in the same round. */
  steps: readonly Step[]
  log: Log
  everyMs?: number
  /**
   * How long a round waits for one step. Then the next step begins. The slow step is not started again before it has
   * ended.
   */
  waitsMs?: number
  mayTakeMs?: number
  /** Called when a run of a step has ended. */
  onEnd?: (step: string, run: { failed: boolean; seconds: number }) => void
}

/** Runs the steps in rounds: at once when woken, else every two seconds. Does not keep the process alive. */
export function createWorker({
  steps,
  log,
  everyMs = 2_000,
  waitsMs = 30_000,
  mayTakeMs = 180_000,
  onEnd = () => {},
}: WorkerOptions): Worker {
  let state: 'new' | 'started' | 'stopped' = 'new'
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let wokenMeanwhile = false
  /** The heartbeat: when the worker last began or finished a step. */
  let beatAt = performance.now()
  const running = new Map<Step, { since: number; run: Promise<void> }>()

  const start = (step: Step) => {
    const since = performance.now()
    const ofRun = { step: step.name, runId: randomUUID() }
    let writesLetters = false
    const onLetter = () => {
      if (!writesLetters) log.info(ofRun, 'a background step writes letters')
      writesLetters = true
    }
    const run = duringRun({ id: ofRun.runId, onLetter }, () => step.run(wake))
      .then(
        () => false,
        (error: unknown) => {
          log.error({ ...ofRun, ...errorFields(error) }, 'a background step failed')
          return true
        },
      )
      .then((failed) => {
        running.delete(step)
        onEnd(step.name, { failed, seconds: (performance.now() - since) / 1_000 })
      })
    running.set(step, { since, run })
    return run
  }

  const runRound = async () => {
    for (const step of steps) {
      if (state === 'stopped') return
      beatAt = performance.now()
      if (running.has(step)) continue
      const run = start(step)
      const hasEnded = run.then(() => true)
      if (await withTimeout(hasEnded, waitsMs, false)) continue
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
    isStopped: () => state === 'stopped',
    async stop() {
      state = 'stopped'
      clearTimeout(timer)
      await round
      await Promise.all([...running.values()].map(({ run }) => run))
      await Promise.all(steps.map((step) => step.finish?.()))
    },
  }
}

/** Runs the steps until nothing is due or running. Throws the first error of a step. */
export const runSteps = async (steps: readonly Step[]) => {
  let again = true
  while (again) {
    again = false
    const wake = () => {
      again = true
    }
    for (const step of steps) {
      await step.run(wake)
      await step.finish?.()
    }
  }
}
