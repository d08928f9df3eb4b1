import { createElement, lazy, Suspense } from 'react'
import { paths } from '~/paths'
import { PageHeading } from '~/ui/page-heading/page-heading'
import type { components, ExampleGroup } from './components.server'
import styles from './styleguide.module.css'

export interface StyleguideProps {
  components: typeof components
  /** The only component to show; null: all of them. */
  chosen: string | null
}

/** Every component of the kit in every state, in the usual or the accessible version. */
export function Styleguide({ components, chosen }: StyleguideProps) {
  const visibleComponents = components.filter(({ name }) => chosen === null || name === chosen)
  return (
    <>
      {chosen === null ? (
        <>
          <PageHeading
            title="Компоненты"
            lead="Из чего собраны страницы: каждая часть во всех состояниях и размерах."
          />
          <nav aria-label="Компоненты">
            <ul className={styles.contents}>
              {components.map(({ name, title }) => (
                <li key={name}>
                  <a href={`#${name}`}>{title}</a>
                </li>
              ))}
            </ul>
          </nav>
        </>
      ) : (
        <PageHeading
          title={visibleComponents[0]?.title}
          back={{ to: paths.styleguide(), text: 'Все компоненты' }}
        />
      )}
      {visibleComponents.map(({ name, title, file }) => (
        <section className={styles.component} key={name} id={name} aria-label={title} data-component={name}>
          {chosen === null && (
            <h2 className={styles.title}>
              <a href={paths.styleguide(name)}>{title}</a>
            </h2>
          )}
          <Examples name={name} file={file} />
        </section>
      ))}
    </>
  )
}

const files = import.meta.glob<{ examples: ExampleGroup }>('./examples/*.tsx', { query: '?styleguide' })

// The page is rendered on the server: its styles must be there before the scripts.
const sheets = import.meta.glob(['../../ui/*/*.css', './examples/*.css'], {
  eager: true,
  query: '?styleguide',
})

/** A component for each file of examples, by its path. Each hydrates with a script of its own. */
const examplesByFile = Object.fromEntries(
  Object.entries(files).map(([file, load]) => [
    file,
    lazy(async () => {
      const { examples } = await load()
      return { default: ({ name }: { name: string }) => <States states={examples[name]?.states ?? {}} /> }
    }),
  ]),
)

function Examples({ name, file }: { name: string; file: string }) {
  const FileExamples = examplesByFile[file]
  return (
    FileExamples && (
      <div className={styles.examples} data-sheets={Object.keys(sheets).length}>
        <Suspense>
          <FileExamples name={name} />
        </Suspense>
      </div>
    )
  )
}

function States({ states }: Pick<ExampleGroup[string], 'states'>) {
  return Object.entries(states).map(([state, example]) => (
    <figure className={styles.example} key={state}>
      <figcaption className={styles.state}>{state}</figcaption>
      <div>{typeof example === 'function' ? createElement(example) : example}</div>
    </figure>
  ))
}
