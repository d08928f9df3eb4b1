import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

/** One file of the worked example in CONTRIBUTING.md: new with its whole text, or changed as diffs say. */
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

/** The lines around what a diff adds. */
const contextOf = (diff: string) =>
  diff
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('+'))
    .map((line) => line.slice(1))
    .join('\n')

const modulePath = (importer: string, specifier: string) =>
  specifier.startsWith('.')
    ? posix.join(posix.dirname(importer), specifier)
    : specifier.replace(/^~[/]/, 'app/')

const isThere = (path: string) =>
  [`${path}.ts`, `${path}.tsx`, `${path}/index.ts`].some(
    (file) => existsSync(file) || created.some((step) => step.file === file),
  )

describe('the worked example of CONTRIBUTING.md', () => {
  test('takes thirteen files', () => {
    expect(new Set(steps.map(({ file }) => file)).size).toBe(13)
  })

  test.each(changed)('changes $file, where its lines are found', ({ file, diffs }) => {
    const source = readFileSync(file, 'utf8')
    expect(diffs.length).toBeGreaterThan(0)
    for (const diff of diffs) expect(source).toContain(contextOf(diff))
  })

  test.each(created)('makes $file, which imports what there is', ({ file, text }) => {
    expect(existsSync(file)).toBe(false)
    const missing = ts
      .preProcessFile(text ?? '')
      .importedFiles.map(({ fileName }) => fileName)
      .filter((name) => /^(?:[.~]|(?:api|contract|format)[/])/.test(name))
      .filter((name) => !isThere(modulePath(file, name)))
    expect(missing).toEqual([])
  })
})
