/**
 * The result of a part of the checks: `{ stage, passed, failed, skipped, files }`; `skipped` are the names of skipped
 * tests, `files` are `{ file, ms }` of each test file. A part that ran nothing, or exited with an error without naming
 * a failure, has failed.
 */
export function outcome(stage, { passed, failed, skipped = [], files = [], endedWell }) {
  if (failed === 0 && !endedWell) {
    console.log(`${stage}: ended with an error though no check failed`)
    return { stage, passed, failed: 1, skipped, files }
  }
  if (passed + failed === 0) {
    console.log(`${stage}: nothing ran, which is a failure`)
    return { stage, passed, failed: 1, skipped, files }
  }
  return { stage, passed, failed, skipped, files }
}
