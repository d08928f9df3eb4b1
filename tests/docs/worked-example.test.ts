import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLongRun } from '../support/long-run'
import { afterStep, sidesOf, steps } from '../support/worked-example'

const created = steps.filter(({ text }) => text !== null)
const changed = steps.filter(({ text }) => text === null)

describe('the worked example of CONTRIBUTING.md', () => {
  test('takes eight files', () => {
    expect(new Set(steps.map(({ file }) => file)).size).toBe(8)
    expect(created.filter(({ file }) => existsSync(file))).toEqual([])
  })

  test.each(changed)('changes $file, which has the quoted lines', ({ file, diffs }) => {
    const source = readFileSync(file, 'utf8')
    expect(diffs.length).toBeGreaterThan(0)
    for (const diff of diffs) expect(source).toContain(sidesOf(diff).before)
  })
})

/** What has to notice a new table, call or screen, and the example's own test. */
const noticing = [
  'contract',
  'tests/api/db/table-types.test.ts',
  'tests/api/db/growing-tables.test.ts',
  'tests/api/db/query-plans.test.ts',
  'tests/api/db/rolling-update.test.ts',
  'tests/api/my-data/everything-kept.test.ts',
  'tests/api/my-data/erasure.test.ts',
  'tests/api/my-data/export.test.ts',
  'tests/api/operator/copy-database.test.ts',
  'tests/api/operator/check-api.test.ts',
  'tests/web/http/route-map.test.ts',
  'tests/web/greetings',
]

describe('a copy of the project in which the example was followed', () => {
  let copy: string
  /** Throws what the script has printed unless it succeeds. */
  const run = (...args: string[]) => {
    const ofThisRun = /^(VITEST|VITEST_(MODE|POOL_ID|WORKER_ID)|TEST_LONG|TEST_LONG_SCALE|NODE_ENV)$/
    const env = { ...process.env }
    for (const name of Object.keys(env)) if (ofThisRun.test(name)) delete env[name]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: copy,
      encoding: 'utf8',
      env,
    })
    if (status !== 0) throw new Error(`${args.join(' ')}: ${status}\n${stdout}${stderr}`)
  }

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'worked-example-'))
    const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
    for (const file of files.toString().split('\0'))
      if (file !== '' && existsSync(file)) cpSync(file, join(copy, file))
    // Hard links where possible: a symbolic link would lead the tools out of the copy.
    execFileSync('sh', ['-c', 'cp -al node_modules "$0" || cp -a node_modules "$0"', copy])
    rmSync(join(copy, 'node_modules/.cache'), { recursive: true, force: true })
    for (const step of steps) {
      mkdirSync(dirname(join(copy, step.file)), { recursive: true })
      writeFileSync(join(copy, step.file), afterStep(step))
    }
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  test('compiles', { timeout: 240_000 }, () => {
    run('node_modules/@typescript/native/bin/tsc', '--noEmit', '-p', '.')
  })

  if (isLongRun) {
    test('passes `npm run validate`', { timeout: 600_000 }, () => {
      run('scripts/validate.mjs')
    })

    test('passes the tests that notice a new table, and its own', { timeout: 1_200_000 }, () => {
      run('scripts/build.mjs')
      run('node_modules/vitest/vitest.mjs', 'run', ...noticing)
    })
  }
})
