import { existsSync } from 'node:fs'
import { seconds } from '../prepare/progress.mjs'
import { inProject } from '../prepare/root.mjs'
import { run } from '../prepare/run.mjs'
import { outcome } from './outcome.mjs'
import { structureFigures } from './structure.mjs'

const CODE = [
  'contract',
  'format',
  'monitoring',
  'process',
  'api',
  'app',
  'cli',
  'server.ts',
  'tests',
  'e2e',
  'scripts',
  'bench',
  'vite.config.ts',
]

const bin = (...parts) => inProject('node_modules', ...parts)

const steps = () => [
  { name: 'types', args: [bin('@typescript', 'native', 'bin', 'tsc'), '--noEmit', '-p', '.'] },
  {
    name: 'format and lint',
    args: [bin('@biomejs', 'biome', 'bin', 'biome'), 'check', '--error-on-warnings'],
  },
  {
    name: 'dependency rules',
    args: [
      bin('dependency-cruiser', 'bin', 'dependency-cruiser.mjs'),
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'json',
      ...CODE.filter((path) => existsSync(inProject(path))),
    ],
    report: dependencyReport,
  },
]

/** Prints the imports that violate a rule, or else the size of the code. Returns whether there are no violations. */
function dependencyReport(json) {
  const { modules, summary } = JSON.parse(json)
  const violations = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
  console.log((violations.length > 0 ? violations : structureFigures(modules)).join('\n'))
  return violations.length === 0
}

async function check({ name, args, report }) {
  const startedAt = Date.now()
  const { code, output, stdout } = await run(process.execPath, args, { cwd: inProject() })
  if (code !== 0) console.log(output.trimEnd())
  // With a JSON report the exit code is always 0.
  const isPassed = code === 0 && (report?.(stdout) ?? true)
  console.log(`${isPassed ? '✓' : '✗'} ${name}: ${seconds(startedAt)}`)
  return isPassed
}

/** Runs type check, format and lint, and dependency rules in parallel; prints the output of failed ones. */
export async function validate() {
  const results = await Promise.all(steps().map(check))
  const passed = results.filter(Boolean).length
  return outcome('validate', { passed, failed: results.length - passed, endedWell: true })
}
