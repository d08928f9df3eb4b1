import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

/** One file of the worked example in CONTRIBUTING.md: a new file's text, or diffs of an existing file. */
interface Step {
  file: string
  text: string | null
  diffs: string[]
}

const section =
  readFileSync('CONTRIBUTING.md', 'utf8')
    .split('\n## A screen with a form, and its table\n')[1]
    ?.split('\n## ')[0] ?? ''

const steps: Step[] = section
  .split(/\n\*\*\d+\.\*\* /)
  .slice(1)
  .map((step) => {
    const diffs = [...step.matchAll(/```diff\n(.*?)```/gs)].map(([, diff = '']) => diff)
    const [before = '', text = null] = step.split(/```tsx?\n(.*?)```/s)
    const files = [...before.matchAll(/`([\w/.-]+\/[\w.-]+\.tsx?)`/g)].map(([, file = '']) => file)
    return { file: (text === null ? files[0] : files.at(-1)) ?? '', text, diffs }
  })

const created = steps.filter(({ text }) => text !== null)
const changed = steps.filter(({ text }) => text === null)

/** The lines of a diff before and after it is applied. */
const sidesOf = (diff: string) => {
  const lines = diff.replace(/\n$/, '').split('\n')
  const textOf = (some: string[]) => some.map((line) => line.slice(1)).join('\n')
  return {
    before: textOf(lines.filter((line) => !line.startsWith('+'))),
    after: textOf(lines.filter((line) => !line.startsWith('-'))),
  }
}

const afterStep = ({ file, text, diffs }: Step) =>
  text ??
  diffs.reduce(
    (source, diff) => {
      const { before, after } = sidesOf(diff)
      const at = source.lastIndexOf(before)
      return source.slice(0, at) + after + source.slice(at + before.length)
    },
    readFileSync(file, 'utf8'),
  )

/** The compiler's errors after all steps. */
const complaints = (): string[] => {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, files: [], include: [] },
    ts.sys,
    resolve('.'),
  )
  const overlay = new Map(steps.map((step) => [resolve(step.file), afterStep(step)]))
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists } = host
  host.readFile = (path) => overlay.get(path) ?? readFile(path)
  host.fileExists = (path) => overlay.has(path) || fileExists(path)
  // Otherwise the new folders would not be found.
  delete host.directoryExists
  // The last two declare global types.
  const roots = [...overlay.keys(), resolve('app/env.d.ts'), resolve('app/server/context.server.ts')]
  const program = ts.createProgram(roots, { ...options, incremental: false, noEmit: true }, host)
  return [...overlay.keys()]
    .flatMap((path) => program.getSemanticDiagnostics(program.getSourceFile(path)))
    .map(
      ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    )
}

describe('the worked example of CONTRIBUTING.md', () => {
  test('takes thirteen files', () => {
    expect(new Set(steps.map(({ file }) => file)).size).toBe(13)
    expect(created.filter(({ file }) => existsSync(file))).toEqual([])
  })

  test.each(changed)('changes $file, which has the quoted lines', ({ file, diffs }) => {
    const source = readFileSync(file, 'utf8')
    expect(diffs.length).toBeGreaterThan(0)
    for (const diff of diffs) expect(source).toContain(sidesOf(diff).before)
  })

  test('compiles when it is followed exactly', { timeout: 120_000 }, () => {
    expect(complaints()).toEqual([])
  })
})
