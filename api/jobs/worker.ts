import { errorFields, type Log } from 'api/http/log'

/** A piece of work that looks for what is due, does it, and may leave something running behind. */
export interface Step {
  name: string
  /** `wake` asks for one more round. */
  run(wake: () => void): Promise<void>
  /** Resolves when nothing is left running. */
  finish?(): Promise<void>
}

export interface Worker {
  start(): void
  /** Something has just become due: look at once. Call it after the commit. */
  wake(): void
  /** Takes nothing new and waits for what is under way. */
  stop(): Promise<void>
}

export interface WorkerOptions {
  /** Run in this order, so that a letter which the first step decides on is sent by the second in the same round. */
  steps: readonly Step[]
  log: Log
  everyMs?: number
}

/** Runs the steps again and again: at once when woken, else every two seconds. It never keeps the process alive. */
export function createWorker({ steps, log, everyMs = 2_000 }: WorkerOptions): Worker {
  let state: 'new' | 'started' | 'stopped' = 'new'
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let wokenMeanwhile = false

  const runRound = async () => {
    for (const step of steps) {
      if (state === 'stopped') return
      try {
        await step.run(wake)
      } catch (error) {
        log.error({ step: step.name, ...errorFields(error) }, 'a background step failed')
      }
    }
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
    async stop() {
      state = 'stopped'
      clearTimeout(timer)
      await round
      await Promise.all(steps.map((step) => step.finish?.()))
    },
  }
}
