import { AsyncLocalStorage } from 'node:async_hooks'
import type { Log } from 'monitoring/log'

/** Work without a request: a run of a step, or of an operator's command. */
interface BackgroundRun {
  id: string
  /** Called when the run stores a letter, which gets the run's id. */
  onLetter?(): void
}

const runs = new AsyncLocalStorage<BackgroundRun>()

/** Does the work as part of the run, including everything that the work leaves running. */
export const duringRun = <Result>(run: BackgroundRun, work: () => Result): Result => runs.run(run, work)

/** The run of the calling code; undefined in a request. */
export const currentRun = (): BackgroundRun | undefined => runs.getStore()

/** Returns a log that adds the id of the run to each line of background work. */
export const logOfRuns = (log: Log): Log => {
  const withRun = (fields: object) => {
    const run = currentRun()
    return run ? { ...fields, runId: run.id } : fields
  }
  return {
    debug: (fields, message) => log.debug(withRun(fields), message),
    info: (fields, message) => log.info(withRun(fields), message),
    warn: (fields, message) => log.warn(withRun(fields), message),
    error: (fields, message) => log.error(withRun(fields), message),
  }
}
