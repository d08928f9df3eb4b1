import type { Step } from 'api/worker/worker'
import { errorFields, type Log } from 'monitoring/log'
import type { Payments } from './payments'

const atOnce = 4

/**
 * The step that processes every payment whose time has come, a few at once: what a dead process has left, what had no
 * answer, what is pending, receipts that are being made. Several processes may run it over one database.
 */
export const processPaymentsStep = (
  { takeDue, process }: Pick<Payments, 'takeDue' | 'process'>,
  log: Log,
): Step => {
  const running = new Set<Promise<void>>()

  // A payment that fails is due again when its lease ends.
  const track = (work: Promise<void>, wake: () => void) => {
    const tracked = work
      .catch((error: unknown) => log.error(errorFields(error), 'a payment could not be processed'))
      .finally(() => {
        running.delete(tracked)
        wake()
      })
    running.add(tracked)
  }

  return {
    name: 'payments',
    async run(wake) {
      while (running.size < atOnce) {
        const id = await takeDue()
        if (id === undefined) return
        track(process(id), wake)
      }
    },
    async finish() {
      await Promise.all(running)
    },
  }
}
