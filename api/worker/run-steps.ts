import type { Step } from './worker'

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
