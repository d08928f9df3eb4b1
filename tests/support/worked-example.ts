import { readFileSync } from 'node:fs'

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

export const steps: readonly Step[] = section
  .split(/\n\*\*\d+\.\*\* /)
  .slice(1)
  .map((step) => {
    const diffs = [...step.matchAll(/```diff\n(.*?)```/gs)].map(([, diff = '']) => diff)
    const [before = '', text = null] = step.split(/```tsx?\n(.*?)```/s)
    const files = [...before.matchAll(/`([\w/.-]+\/[\w.-]+\.tsx?)`/g)].map(([, file = '']) => file)
    return { file: (text === null ? files[0] : files.at(-1)) ?? '', text, diffs }
  })

/** The lines of a diff before and after it is applied. */
export const sidesOf = (diff: string) => {
  const lines = diff.replace(/\n$/, '').split('\n')
  const textOf = (some: string[]) => some.map((line) => line.slice(1)).join('\n')
  return {
    before: textOf(lines.filter((line) => !line.startsWith('+'))),
    after: textOf(lines.filter((line) => !line.startsWith('-'))),
  }
}

/** The text of the step's file once the step is done. */
export const afterStep = ({ file, text, diffs }: Step): string =>
  text ??
  diffs.reduce(
    (source, diff) => {
      const { before, after } = sidesOf(diff)
      const at = source.lastIndexOf(before)
      return source.slice(0, at) + after + source.slice(at + before.length)
    },
    readFileSync(file, 'utf8'),
  )
