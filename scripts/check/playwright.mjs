import { join, relative } from 'node:path'
import { inProject } from '../prepare/root.mjs'
import { run } from '../prepare/run.mjs'
import { outcome } from './outcome.mjs'
import { readReport, reportFile } from './report.mjs'
import { timesByFile } from './time-table.mjs'

const PLAYWRIGHT = inProject('node_modules', '@playwright', 'test', 'cli.js')

function testsOf(suite) {
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map((test) => ({ title: spec.title, file: spec.file, ...test })),
  )
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)]
}

/** Runs Playwright with additional arguments and environment variables (`settings`). Returns the outcome. */
export async function playwright(stage, extraArgs, settings = {}) {
  const report = reportFile(stage.toLowerCase())
  const env = { ...process.env, ...settings, PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_FORCE_TTY: '0' }
  const args = ['test', '--reporter=dot,json', '--forbid-only']
  const { code } = await run(process.execPath, [PLAYWRIGHT, ...args, ...extraArgs], {
    cwd: inProject(),
    show: true,
    env,
  })
  const { suites = [], config } = readReport(report) ?? {}
  const tests = suites.flatMap(testsOf)
  const pathOf = (file) => relative(inProject(), join(config.rootDir, file))
  const count = (...statuses) => tests.filter((test) => statuses.includes(test.status))
  return outcome(stage, {
    passed: count('expected').length,
    failed: count('unexpected').length,
    skipped: count('skipped').map((test) => `${test.title} [${test.projectName}]`),
    files: timesByFile(
      tests.flatMap(({ file, results }) =>
        results.map(({ duration }) => ({ file: pathOf(file), ms: duration })),
      ),
    ),
    endedWell: code === 0,
  })
}
