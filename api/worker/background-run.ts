import { AsyncLocalStorage } from 'node:async_hooks'
import type { Log } from 'monitoring/log'

/** What is done without a request: a run of a step, or of an operator's command. */
interface BackgroundRun {
  id: string
  /** It writes a letter, which will have its id. */
  onLetter?(): void
}

const runs = new AsyncLocalStorage<BackgroundRun>()

/** Does the work as that run, with all that it leaves running. */
export const duringRun = <Result>(run: BackgroundRun, work: () => Result): Result => runs.run(run, work)

/** The run that this code is called in; undefined: a request. */
export const currentRun = (): BackgroundRun | undefined => runs.getStore()

/** The log in which each line of background work has the id of its run. */
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
