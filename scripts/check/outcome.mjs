/**
 * What a stage of the checks came to: `{ stage, passed, failed, skipped, slowest }`, skipped being the names of what did not
 * run, slowest as `slowestFiles` gives them.
 * A stage that ran nothing, or ended badly without naming a failure, has failed all the same.
 */
export function outcome(stage, { passed, failed, skipped = [], slowest = [], endedWell }) {
  if (failed === 0 && !endedWell) {
    console.log(`${stage}: ended with an error though no check failed`)
    return { stage, passed, failed: 1, skipped, slowest }
  }
  if (passed + failed === 0) {
    console.log(`${stage}: nothing ran, which is a failure`)
    return { stage, passed, failed: 1, skipped, slowest }
  }
  return { stage, passed, failed, skipped, slowest }
}
