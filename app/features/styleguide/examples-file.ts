import type { ReactNode } from 'react'

/** What an `*.examples.tsx` file exports. */
export interface ExamplesFile {
  /** The component's name in Russian. */
  title: string
  /** Every state and size by its name; a function where the example has state. */
  examples: Record<string, ReactNode | (() => ReactNode)>
}

/** `button` of `../../ui/button/button.examples.tsx`. */
export const componentOf = (path: string) => path.split('/').at(-2) ?? path
