import { inProject } from '../prepare/root.mjs'
import { run } from '../prepare/run.mjs'
import { outcome } from './outcome.mjs'
import { readReport, reportFile } from './report.mjs'
import { slowestFiles } from './slowest.mjs'

const PLAYWRIGHT = inProject('node_modules', '@playwright', 'test', 'cli.js')

function testsOf(suite) {
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map((test) => ({ title: spec.title, file: spec.file, ...test })),
  )
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)]
}

/** Runs Playwright with these arguments and counts what came of it. */
export async function playwright(stage, given) {
  const report = reportFile(stage.toLowerCase())
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_FORCE_TTY: '0' }
  const args = ['test', '--reporter=dot,json', '--forbid-only']
  const { code } = await run(process.execPath, [PLAYWRIGHT, ...args, ...given], {
    cwd: inProject(),
    show: true,
    env,
  })
  const tests = (readReport(report)?.suites ?? []).flatMap(testsOf)
  const count = (...statuses) => tests.filter((test) => statuses.includes(test.status))
  return outcome(stage, {
    passed: count('expected').length,
    failed: count('unexpected').length,
    skipped: count('skipped').map((test) => `${test.title} [${test.projectName}]`),
    slowest: slowestFiles(
      tests.flatMap(({ file, results }) => results.map(({ duration }) => ({ file, ms: duration }))),
    ),
    endedWell: code === 0,
  })
}
