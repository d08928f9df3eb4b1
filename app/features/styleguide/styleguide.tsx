import { paths } from '~/paths'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { ComponentExamples } from './component-examples'
import styles from './styleguide.module.css'

export interface StyleguideProps {
  components: readonly { name: string; title: string }[]
  /** The only component to show; null: all of them. */
  chosen: string | null
}

/** Every component of the kit in every state, in the usual or the accessible version. */
export function Styleguide({ components, chosen }: StyleguideProps) {
  const shown = components.filter(({ name }) => chosen === null || name === chosen)
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
        <PageHeading title={shown[0]?.title} back={{ to: paths.styleguide(), text: 'Все компоненты' }} />
      )}
      {shown.map(({ name, title }) => (
        <section className={styles.component} key={name} id={name} aria-label={title} data-component={name}>
          {chosen === null && (
            <h2 className={styles.title}>
              <a href={paths.styleguide(name)}>{title}</a>
            </h2>
          )}
          <ComponentExamples name={name} />
        </section>
      ))}
    </>
  )
}
