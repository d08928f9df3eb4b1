import { relative } from 'node:path'
import { inProject } from '../prepare/root.mjs'
import { run } from '../prepare/run.mjs'
import { outcome } from './outcome.mjs'
import { readReport, reportFile } from './report.mjs'

const VITEST = inProject('node_modules', 'vitest', 'vitest.mjs')

// Vitest detects CI as a terminal: colour codes would clutter a log.
const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1' }

/**
 * Runs vitest: the tests beside the sources and in tests/, on both databases. `settings` are environment variables; runs at
 * the same time need different `reportName`s.
 */
export async function unit(filters = [], settings = {}, reportName = 'vitest') {
  const report = reportFile(reportName)
  const args = [
    'run',
    '--reporter=minimal',
    '--reporter=json',
    `--outputFile.json=${report}`,
    '--allowOnly=false',
  ]
  const { code } = await run(process.execPath, [VITEST, ...args, ...filters], {
    cwd: inProject(),
    show: true,
    env: { ...process.env, ...plain, ...settings },
  })
  const suites = readReport(report)?.testResults ?? []
  const tests = suites.flatMap((suite) => suite.assertionResults)
  const broken = suites.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0)
  return outcome('vitest', {
    passed: tests.filter((test) => test.status === 'passed').length,
    failed: tests.filter((test) => test.status === 'failed').length + broken.length,
    skipped: tests.filter((test) => !['passed', 'failed'].includes(test.status)).map((test) => test.fullName),
    files: suites.map(({ name, startTime, endTime }) => ({
      file: relative(inProject(), name),
      ms: endTime - startTime,
    })),
    endedWell: code === 0,
  })
}
