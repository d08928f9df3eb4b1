import { componentOf, type ExamplesFile } from './examples-file'

const titles = import.meta.glob<ExamplesFile['title']>('../../ui/*/*.examples.tsx', {
  eager: true,
  import: 'title',
})

/** Every component that has examples, by its title. */
export const components = Object.entries(titles)
  .map(([path, title]) => ({ name: componentOf(path), title }))
  .sort((a, b) => a.title.localeCompare(b.title, 'ru'))
