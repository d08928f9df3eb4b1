import type { ReactNode } from 'react'

/** The examples of a few components, each by the name of its folder in `app/ui`. */
export type ExampleGroup = Record<string, ComponentExamples>

interface ComponentExamples {
  /** The component's name in Russian. */
  title: string
  /** Every state and size by its name; a function where the example has state. */
  states: Record<string, ReactNode | (() => ReactNode)>
}

const groups = import.meta.glob<ExampleGroup>('./examples/*.tsx', { eager: true, import: 'examples' })

/** Every component with examples, sorted by title. `file` is the file of its examples. */
export const components = Object.entries(groups)
  .flatMap(([file, group]) => Object.entries(group).map(([name, { title }]) => ({ name, title, file })))
  .sort((a, b) => a.title.localeCompare(b.title, 'ru'))
