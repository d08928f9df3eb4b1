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

/** Prints the imports against the rules, or how large the code is; returns whether the rules hold. */
function dependencyReport(written) {
  const { modules, summary } = JSON.parse(written)
  const against = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
  console.log((against.length > 0 ? against : structureFigures(modules)).join('\n'))
  return against.length === 0
}

async function check({ name, args, report }) {
  const startedAt = Date.now()
  const { code, output, written } = await run(process.execPath, args, { cwd: inProject() })
  if (code !== 0) console.log(output.trimEnd())
  // With a JSON report the exit code is always 0.
  const holds = code === 0 && (report?.(written) ?? true)
  console.log(`${holds ? '✓' : '✗'} ${name}: ${seconds(startedAt)}`)
  return holds
}

/** Runs type check, format and lint, and dependency rules in parallel; prints the output of failed ones. */
export async function validate() {
  const results = await Promise.all(steps().map(check))
  const passed = results.filter(Boolean).length
  return outcome('validate', { passed, failed: results.length - passed, endedWell: true })
}
