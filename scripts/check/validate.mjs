import { existsSync } from 'node:fs'
import { seconds } from '../prepare/progress.mjs'
import { inProject } from '../prepare/root.mjs'
import { run } from '../prepare/run.mjs'
import { outcome } from './outcome.mjs'

const CODE = [
  'contract',
  'format',
  'monitoring',
  'api',
  'app',
  'doctor',
  'server.ts',
  'admin.ts',
  'tests',
  'e2e',
  'scripts',
  'bench',
  'vite.config.ts',
]

const bin = (...parts) => inProject('node_modules', ...parts)

const steps = () => [
  { name: 'types', args: [bin('typescript', 'bin', 'tsc'), '--noEmit', '-p', '.'] },
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
      ...CODE.filter((path) => existsSync(inProject(path))),
    ],
  },
]

async function check({ name, args }) {
  const startedAt = Date.now()
  const { code, output } = await run(process.execPath, args, { cwd: inProject() })
  if (code !== 0) console.log(output.trimEnd())
  console.log(`${code === 0 ? '✓' : '✗'} ${name}: ${seconds(startedAt)}`)
  return code === 0
}

/** Runs type check, format and lint, and dependency rules in parallel; prints the output of those that fail. */
export async function validate() {
  const results = await Promise.all(steps().map(check))
  const passed = results.filter(Boolean).length
  return outcome('validate', { passed, failed: results.length - passed, endedWell: true })
}
