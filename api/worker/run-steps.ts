import type { Step } from './worker'

/** Runs the steps until nothing of theirs is due or under way. Throws what the first of them throws. */
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
