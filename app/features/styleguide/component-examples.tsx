import { type ComponentType, createElement, lazy, Suspense } from 'react'
import { componentOf, type ExamplesFile } from './examples-file'
import styles from './styleguide.module.css'

const files = import.meta.glob<ExamplesFile>('../../ui/*/*.examples.tsx', { query: '?styleguide' })

// The page is rendered on the server: its styles must be there before the scripts.
const sheets = import.meta.glob('../../ui/*/*.css', { eager: true, query: '?styleguide' })

const examplesOf: Record<string, ComponentType> = Object.fromEntries(
  Object.entries(files).map(([path, load]) => [
    componentOf(path),
    lazy(async () => {
      const { examples } = await load()
      return { default: () => <Examples examples={examples} /> }
    }),
  ]),
)

/** All examples of one component; each component hydrates with its own script. */
export function ComponentExamples({ name }: { name: string }) {
  const Drawn = examplesOf[name]
  return (
    Drawn && (
      <div className={styles.examples} data-sheets={Object.keys(sheets).length}>
        <Suspense>
          <Drawn />
        </Suspense>
      </div>
    )
  )
}

function Examples({ examples }: Pick<ExamplesFile, 'examples'>) {
  return Object.entries(examples).map(([state, example]) => (
    <figure className={styles.example} key={state}>
      <figcaption className={styles.state}>{state}</figcaption>
      <div>{typeof example === 'function' ? createElement(example) : example}</div>
    </figure>
  ))
}
